package org.debitcredit.server;

import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.debitcredit.ledger.AccountStatement;
import org.debitcredit.ledger.ForwardingLedger;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.StatementCursor;
import org.debitcredit.ledger.Statements;
import org.debitcredit.ledger.sql.SqlLedger;
import org.debitcredit.recovery.LedgerOpener;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** A real ledger that a test can hold up or break. */
final class FaultyLedger extends ForwardingLedger {

    /** What a test does to the ledger; a bean of its server. */
    static final class Faults {
        final CountDownLatch mayOpen = new CountDownLatch(1);
        final Semaphore turns = new Semaphore(0);
        volatile boolean stepwise;
        volatile boolean breaksAtExecute;
        volatile boolean breaksAtCommit;
        volatile boolean hasTooManyReaders;
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
                return new FaultyLedger(
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

    private final Faults faults;

    private FaultyLedger(Ledger real, Faults faults) {
        super(real);
        this.faults = faults;
    }

    @Override
    public void execute(TransactionBatch batch) {
        faults.executing.countDown();
        if (faults.stepwise) {
            faults.turns.acquireUninterruptibly();
        }
        if (faults.breaksAtExecute) {
            throw new IllegalStateException("planted: the ledger broke");
        }
        super.execute(batch);
    }

    @Override
    public void commit(UUID epoch, long position, int chainChecksum) {
        if (faults.breaksAtCommit) {
            throw new IllegalStateException("planted: the ledger broke after the force");
        }
        super.commit(epoch, position, chainChecksum);
    }

    @Override
    public @Nullable Statements statements() {
        return faults.hasTooManyReaders ? new Overrun() : super.statements();
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
