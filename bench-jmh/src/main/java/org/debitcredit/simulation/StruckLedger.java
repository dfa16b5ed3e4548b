package org.debitcredit.simulation;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.debitcredit.ledger.Ledger;

/** A ledger whose every call may meet an {@link Error} of its process, before or after its work. */
final class StruckLedger {

    private StruckLedger() {}

    static Ledger of(Ledger sound, SimulatedProcess process) {
        return (Ledger) Proxy.newProxyInstance(
                Ledger.class.getClassLoader(), new Class<?>[] {Ledger.class}, (proxy, method, arguments) -> {
                    boolean isClose = method.getName().equals("close");
                    if (!isClose) {
                        process.strike("the ledger's " + method.getName());
                    }
                    try {
                        Object result = method.invoke(sound, arguments);
                        if (!isClose) {
                            process.strike("the ledger's " + method.getName());
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause() == null ? e : e.getCause();
                    }
                });
    }
}
