package org.debitcredit.simulation;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.random.RandomGenerator;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.LedgerUnavailable;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.transaction.LogPosition;
import org.jspecify.annotations.Nullable;

/**
 * The database of a projection, on a separate machine. It survives the bank's processes and power cuts. From time to
 * time it is unreachable, and may return without the changes that it had not yet reported as durable. If there are
 * several sessions, only the latest may write.
 */
final class ProjectedDatabase {

    private static final int AWAY_ONE_IN = 60;

    private final RandomGenerator random;
    private @Nullable BankIdentity identity;
    private @Nullable MemoryLedger tables;
    private @Nullable MemoryLedger durable;
    private long soundFrom;
    private int sessions;
    private boolean isSound;

    ProjectedDatabase(RandomGenerator random) {
        this.random = random;
    }

    /** Injects no more faults into it. */
    void sound() {
        isSound = true;
    }

    /** An operator empties it. */
    void clear() {
        sessions++;
        tables = null;
        durable = null;
        soundFrom = 0;
    }

    /** The tables that it shows; null if it holds no bank, or only a part of a snapshot. */
    @Nullable
    MemoryLedger tables() {
        MemoryLedger shown = tables;
        return shown == null || shown.logPosition().position() < soundFrom ? null : shown;
    }

    /** A session of the bank's projection. */
    Ledger open(BankIdentity bank) {
        requireThere();
        MemoryLedger found = tables;
        if (found == null || found.logPosition().equals(LogPosition.founding(bank.id()))) {
            // A partly loaded snapshot is discarded with the session that loaded it.
            identity = bank;
            tables = new MemoryLedger(bank);
            durable = new MemoryLedger(bank);
            soundFrom = 0;
        }
        int session = ++sessions;
        return (Ledger) Proxy.newProxyInstance(
                Ledger.class.getClassLoader(), new Class<?>[] {Ledger.class}, (proxy, method, arguments) -> {
                    MemoryLedger open = tables;
                    if (method.getName().equals("close")) {
                        return null;
                    }
                    if (open == null || session != sessions) {
                        throw new LedgerUnavailable("the session was ended by the projection's database");
                    }
                    switch (method.getName()) {
                        case "isPersistent":
                            return true;
                        case "soundFrom":
                            return soundFrom;
                        case "durableLogPosition":
                            requireThere();
                            durable = copy(open);
                            return open.logPosition();
                        case "loaded":
                            soundFrom = (Long) arguments[2];
                            break;
                        case "redo":
                            requireThere();
                            break;
                        default:
                            break;
                    }
                    try {
                        return method.invoke(open, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private void requireThere() {
        if (isSound || random.nextInt(AWAY_ONE_IN) > 0) {
            return;
        }
        MemoryLedger kept = durable;
        if (kept != null && random.nextBoolean()) {
            tables = copy(kept);
            soundFrom = kept.logPosition().position() == 0 ? 0 : soundFrom;
        }
        sessions++;
        throw new LedgerUnavailable("the projection's database is unreachable");
    }

    private MemoryLedger copy(MemoryLedger of) {
        BankIdentity bank = identity;
        if (bank == null) {
            throw new IllegalStateException("it holds no bank");
        }
        MemoryLedger copy = new MemoryLedger(bank);
        for (BalanceKind kind : BalanceKind.values()) {
            long[] balances = new long[(int) kind.count(bank.scale())];
            of.copy(kind, 0, balances.length, balances);
            copy.load(kind, 0, balances.length, balances);
        }
        LogPosition logPosition = of.logPosition();
        copy.loaded(of.history(), logPosition, soundFrom);
        return copy;
    }
}
