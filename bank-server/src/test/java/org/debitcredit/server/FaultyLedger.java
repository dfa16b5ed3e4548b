package org.debitcredit.server;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.debitcredit.ledger.AccountStatement;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.StatementCursor;
import org.debitcredit.ledger.Statements;
import org.debitcredit.ledger.sql.SqlLedger;
import org.debitcredit.recovery.LedgerOpener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** A real ledger that a test can hold up or break. */
final class FaultyLedger {

    /** What a test does to the ledger; a bean of its server. */
    static final class Faults {
        final CountDownLatch mayOpen = new CountDownLatch(1);
        final Semaphore turns = new Semaphore(0);
        volatile boolean stepwise;
        volatile boolean breaksAtExecute;
        volatile boolean breaksAtCommit;
        volatile boolean hasTooManyReaders;
        volatile boolean readersWait;
        final CountDownLatch reading = new CountDownLatch(1);
        final CountDownLatch mayRead = new CountDownLatch(1);
        /** Whether the thread of the reader that waited was interrupted. */
        final CompletableFuture<Boolean> wasInterrupted = new CompletableFuture<>();

        final CountDownLatch executing = new CountDownLatch(1);
    }

    /** Adds the faults to a server. */
    static class Configuration {
        @Bean
        Faults faults() {
            return new Faults();
        }

        @Bean
        @Primary
        LedgerOpener faultyLedgerOpener(Faults faults) {
            return (identity, progress) -> {
                awaitOpening(faults);
                return of(
                        SqlLedger.openH2InMemory(
                                identity, (done, total) -> progress.at("filling the bank, accounts", done, total)),
                        faults);
            };
        }
    }

    private static void awaitOpening(Faults faults) {
        try {
            faults.mayOpen.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private FaultyLedger() {}

    private static Ledger of(Ledger real, Faults faults) {
        return (Ledger) Proxy.newProxyInstance(
                Ledger.class.getClassLoader(), new Class<?>[] {Ledger.class}, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "execute" -> execute(faults);
                        case "commit" -> commit(faults);
                        case "statements" -> {
                            if (faults.hasTooManyReaders) {
                                return new Overrun();
                            }
                            if (faults.readersWait) {
                                await(faults);
                            }
                        }
                        default -> {}
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static void await(Faults faults) {
        faults.reading.countDown();
        try {
            faults.mayRead.await();
            faults.wasInterrupted.complete(false);
        } catch (InterruptedException e) {
            faults.wasInterrupted.complete(true);
        }
    }

    private static void execute(Faults faults) {
        faults.executing.countDown();
        if (faults.stepwise) {
            faults.turns.acquireUninterruptibly();
        }
        if (faults.breaksAtExecute) {
            throw new IllegalStateException("planted: the ledger broke");
        }
    }

    private static void commit(Faults faults) {
        if (faults.breaksAtCommit) {
            throw new IllegalStateException("planted: the ledger broke after the force");
        }
    }

    private static final class Overrun implements Statements {
        @Override
        public AccountStatement latest(long account, Period period, int limit) {
            throw new TooManyReaders("planted: nobody ends");
        }

        @Override
        public AccountStatement further(StatementCursor from, int limit) {
            throw new TooManyReaders("planted: nobody ends");
        }
    }
}
