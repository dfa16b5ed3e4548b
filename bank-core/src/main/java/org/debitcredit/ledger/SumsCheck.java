package org.debitcredit.ledger;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/** Adds up a persistent ledger before a bank uses it, and refuses it if the four sums differ. */
public final class SumsCheck {

    /** Most banks are added up before a progress message is useful. */
    private static final long QUIET_MILLIS = 2_000;

    private static final long TOLD_EVERY_MILLIS = 1_000;

    private SumsCheck() {}

    /**
     * Adds up; takes as long as reading the whole bank does.
     *
     * @param what is added up, for the message: "the ledger"
     * @param seconds receives every second, on another thread, how long it has taken, once that is more than 2 seconds
     * @throws IllegalStateException if the sums differ; the message names them and says what to do
     */
    public static void require(Ledger ledger, String what, LongConsumer seconds) {
        Totals totals = totals(
                ledger::totals,
                QUIET_MILLIS,
                TOLD_EVERY_MILLIS,
                millis -> seconds.accept(TimeUnit.MILLISECONDS.toSeconds(millis)));
        if (!totals.hold()) {
            throw new IllegalStateException("the four sums of " + what + " differ at "
                    + ledger.logPosition() + ": accounts " + totals.accounts() + ", tellers " + totals.tellers()
                    + ", branches " + totals.branches() + ", history " + totals.history() + "; branches that differ "
                    + "from their tellers: " + totals.branchesDiffering()
                    + ". Something other than this service changed or deleted rows of its database. Compare them "
                    + "with the "
                    + "journal: bank verify DIR --ledger URL. Then restore the database from its own backup, or "
                    + "use an empty one");
        }
    }

    static Totals totals(Supplier<Totals> sums, long quietMillis, long toldEveryMillis, LongConsumer millis) {
        CountDownLatch done = new CountDownLatch(1);
        Thread progress = new Thread(() -> tell(done, quietMillis, toldEveryMillis, millis), "bank-adding-up");
        progress.setDaemon(true);
        progress.start();
        try {
            return sums.get();
        } finally {
            done.countDown();
        }
    }

    private static void tell(CountDownLatch done, long quietMillis, long toldEveryMillis, LongConsumer millis) {
        long waited = quietMillis;
        for (long next = quietMillis; isLonger(done, next); next = toldEveryMillis) {
            try {
                millis.accept(waited);
            } catch (RuntimeException e) {
                // Stops the progress messages. Reading continues to its end.
                return;
            }
            waited += toldEveryMillis;
        }
    }

    private static boolean isLonger(CountDownLatch done, long waitMillis) {
        try {
            return !done.await(waitMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return false;
        }
    }
}
