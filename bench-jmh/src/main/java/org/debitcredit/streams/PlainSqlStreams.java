package org.debitcredit.streams;

import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.Clocks;
import org.debitcredit.bank.Preset;
import org.debitcredit.event.Progress;
import org.debitcredit.ledger.Totals;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.workload.DebitCreditWorkload;

/** Streams against a database without this service, each over a connection of its own: the database's own measure. */
public final class PlainSqlStreams {

    private PlainSqlStreams() {}

    /**
     * What a run showed.
     *
     * @param totals the four sums at the end
     */
    public record Outcome(StreamResult result, Totals totals) {}

    /**
     * Runs streams of single transactions, each with one in flight. Forces are the database's own and are unknown.
     *
     * @param identity of the bank in the database, or of the one that an empty database is filled with
     */
    public static Outcome run(
            SqlDatabase database,
            BankIdentity identity,
            Preset preset,
            StreamSettings settings,
            SecondListener listener,
            Progress progress) {
        if (settings.batch() != 1 || settings.inFlight() != settings.streams()) {
            throw new IllegalArgumentException("--batch is " + settings.batch() + " and --in-flight is "
                    + settings.inFlight() + " for " + settings.streams() + " streams; a transaction without the "
                    + "service waits for the one before on its connection, so --batch must be 1, and --in-flight the "
                    + "number of streams");
        }
        PlainSql bank = PlainSql.open(
                database,
                identity,
                settings.streams(),
                (done, total) -> progress.at("filling the bank, accounts", done, total));
        try (bank) {
            StreamResult result = new StreamRun(
                            settings,
                            stream -> new PlainSlot(bank.session()),
                            new DebitCreditWorkload(identity.scale(), preset, settings.seed()),
                            new DatabaseCounters(),
                            listener)
                    .run();
            return new Outcome(result, bank.totals());
        }
    }

    private static final class DatabaseCounters implements StreamRun.Counters {
        @Override
        public StreamRun.JournalSample journal() {
            return new StreamRun.JournalSample(0, 0, 0);
        }

        @Override
        public MachineCounters machine() {
            return MachineCounters.read("");
        }
    }

    /** The stream's own thread does the work. */
    private static final class PlainSlot extends Slot {
        private final PlainSql.Session session;
        private long teller;
        private long account;
        private long amountMinor;

        PlainSlot(PlainSql.Session session) {
            this.session = session;
        }

        @Override
        void fill(DebitCreditWorkload workload, BatchKeys keys) {
            teller = workload.teller();
            account = workload.account(teller);
            amountMinor = workload.amount();
        }

        @Override
        boolean trySend() {
            session.debitCredit(
                    teller, account, amountMinor, Clocks.SYSTEM.wallMicros().getAsLong());
            answered(null);
            return true;
        }
    }
}
