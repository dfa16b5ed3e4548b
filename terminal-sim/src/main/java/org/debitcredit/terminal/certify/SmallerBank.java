package org.debitcredit.terminal.certify;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.debitcredit.bank.BankScale;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.report.AcidTest;
import org.debitcredit.terminal.server.ServerPlan;
import org.debitcredit.terminal.server.TemporaryBank;

/**
 * What the tests share that destroy a medium: a bank of the same settings, with a million accounts if it can have them.
 */
final class SmallerBank {

    private static final long ACCOUNTS = 1_000_000;
    private static final long LOAD_NANOS = 3_000_000_000L;
    private static final long LOAD_NANOS_MAX = 30_000_000_000L;
    private static final long ANSWERS_MIN = 100;
    private static final long LOOK_NANOS = 50_000_000;

    private SmallerBank() {}

    /** The number of branches that have a million accounts together; never more than the certified bank has. */
    static int branches(CertifyPlan plan) {
        BankScale scale = plan.scale();
        long branches = (ACCOUNTS + scale.accountsPerBranch() - 1) / scale.accountsPerBranch();
        return (int) Math.min(branches, scale.branches());
    }

    static ServerPlan server(CertifyPlan plan, String ledger) {
        return CertificationServers.smaller(plan, branches(plan), ledger);
    }

    /** Works for some seconds, and until there are answers. */
    static KeyedLoad load(TemporaryBank bank, long seed, Talk talk) {
        talk.say("  working on a smaller bank");
        KeyedLoad load = KeyedLoad.start(new Inspector(bank.url(), null), seed);
        long begun = System.nanoTime();
        await(() -> System.nanoTime() - begun > LOAD_NANOS && load.answered() >= ANSWERS_MIN, LOAD_NANOS_MAX);
        return load;
    }

    /** Waits until a condition holds, or the time is over, and returns whether it holds. */
    static boolean await(BooleanSupplier isSo, long nanosMax) {
        long until = System.nanoTime() + nanosMax;
        while (!isSo.getAsBoolean()) {
            if (System.nanoTime() - until > 0) {
                return false;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return true;
    }

    /** A step of a test after which the bank must serve again with everything that it answered. */
    interface Loss {

        /** Destroys something, starts the bank again, and returns a remark on it, or nothing. */
        String loseAndRestart(KeyedLoad load);
    }

    /** Works, loses, restarts, and looks up what was answered. */
    static Tested test(String id, String done, TemporaryBank bank, long seed, Consistency books, Talk talk, Loss loss) {
        Inspector inspector = new Inspector(bank.url(), null);
        BankSums before;
        KeyedLoad started;
        try {
            before = inspector.sums();
            started = load(bank, seed, talk);
        } catch (RunFailure unanswered) {
            return Tested.notBegun(id, "The bank did not answer before the loss: " + unanswered.getMessage());
        }
        try (KeyedLoad load = started) {
            String remark = loss.loseAndRestart(load);
            Reconciled reconciled = Reconciled.of(inspector, before.position(), load.end()::forEach, load.unanswered());
            String difference = load.growth(inspector).difference(before, inspector.sums());
            books.note(
                    "after the test \"" + AcidTest.nameOf(id) + "\"",
                    reconciled.reconciliation().booksBalance());
            return reconciled.reconciliation().answers() == 0
                    ? Tested.missed(id, done, "No answer had come before the loss.")
                    : Tested.of(
                            id,
                            reconciled.holds() && difference == null,
                            done,
                            reconciled.words() + remark + (difference == null ? "" : " " + difference));
        } catch (RunFailure failed) {
            return Tested.of(id, false, done, "After the loss the bank could not be served: " + failed.getMessage());
        }
    }
}
