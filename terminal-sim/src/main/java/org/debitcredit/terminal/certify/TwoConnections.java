package org.debitcredit.terminal.certify;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.debitcredit.bank.BankScale;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.contract.Answer;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.BankInfo;
import org.debitcredit.terminal.report.AcidTest;
import org.debitcredit.transaction.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * The classic tests of isolation: two conflicting transactions on one account, of which one has to wait for the other.
 * The service itself lets no client hold a transaction open. So the one that is held open is stopped or made by a
 * second connection to the ledger's database; where there is none, only two clients compete. Nobody else uses the bank.
 *
 * <pre>
 *   completed transaction  the service's is stopped before its commit: nobody sees it, and the next one waits for it
 *   aborted transaction    the second connection's is taken back: the service neither showed it nor kept it
 *   lost update            the second connection's is committed: the service's, which waited, includes it
 *   phantom                a reader finds the same history again, and it adds up to the balance
 * </pre>
 */
final class TwoConnections {

    private static final String CLIENTS = " Then two clients made deposits into one account at once.";
    private static final String DATABASE =
            " By a second connection to the ledger's database, deposits were kept waiting "
                    + "between their first write and their commit; a change of the account was taken back, and another one "
                    + "committed, while a deposit waited; and account and history were read while the two clients worked.";

    private static final long AMOUNT_MINOR = 5;
    private static final long OTHER_MINOR = 1_000;
    private static final int DEPOSITS = 50;

    /** How long a lock is held. The service waits for ten seconds before it takes the database for lost. */
    private static final Duration HELD = Duration.ofSeconds(1);

    private final Inspector bank;
    private final String hindrance;
    private final Supplier<SecondConnection> writing;
    private final Supplier<SecondConnection> reading;
    private final long heldNanos;
    private final BankInfo info;
    private final long account;
    private final long teller;

    /**
     * Tests of a bank.
     *
     * @param hindrance why there is no second connection; empty if one can be opened
     * @param held how long a lock is held
     */
    TwoConnections(
            Inspector bank,
            String hindrance,
            Supplier<SecondConnection> writing,
            Supplier<SecondConnection> reading,
            Duration held) {
        this.bank = bank;
        this.hindrance = hindrance;
        this.writing = writing;
        this.reading = reading;
        heldNanos = held.toNanos();
        info = bank.info();
        BankScale scale = info.scale();
        account = scale.accountId(0, scale.accountsPerBranch() / 2);
        teller = scale.tellerId(0, 0);
    }

    /** Of the certified bank, and the test of isolation with its kill before: the outcome of both. */
    static Tested test(Inspector bank, String ledger, Tested withKill) {
        try {
            return new TwoConnections(
                            bank,
                            SecondConnection.hindrance(ledger),
                            () -> SecondConnection.forWriting(ledger),
                            () -> SecondConnection.forReading(ledger),
                            HELD)
                    .test(withKill);
        } catch (RunFailure unanswered) {
            return notEnded(withKill, unanswered.getMessage());
        }
    }

    Tested test(Tested withKill) {
        AcidTest kill = withKill.test();
        if (kill.outcome() == AcidTest.Outcome.BROKEN) {
            return withKill;
        }
        List<String> faults;
        try {
            faults = hindrance.isEmpty() ? byDatabase() : present(byClients(null));
        } catch (RunFailure | UncheckedIOException unanswered) {
            return notEnded(withKill, unanswered.getMessage());
        } catch (CompletionException unanswered) {
            return notEnded(withKill, String.valueOf(unanswered.getCause()));
        }
        String done = kill.done() + CLIENTS + (hindrance.isEmpty() ? DATABASE : "");
        if (!faults.isEmpty()) {
            return Tested.of(AcidTest.ISOLATION, false, done, String.join(" ", faults));
        }
        String found = kill.found() + " " + words();
        return kill.outcome() == AcidTest.Outcome.HELD
                ? Tested.of(AcidTest.ISOLATION, true, done, found)
                : Tested.missed(AcidTest.ISOLATION, done, found);
    }

    private static Tested notEnded(Tested withKill, @Nullable String why) {
        return Tested.missed(
                AcidTest.ISOLATION,
                withKill.test().done(),
                withKill.test().found() + " The tests by two connections did not come to their end: " + why);
    }

    private String words() {
        String clients = String.format(
                Locale.ROOT, "Each of %d deposits by two clients at once included those before it. ", 2 * DEPOSITS);
        if (!hindrance.isEmpty()) {
            return clients + hindrance + " No client of the bank can hold a transaction open either.";
        }
        return clients
                + "By the second connection, the tests completed transaction, aborted transaction, lost update and "
                + "phantom held.";
    }

    private List<String> byDatabase() {
        try (SecondConnection writer = writing.get();
                SecondConnection reader = reading.get()) {
            List<String> faults = new ArrayList<>();
            faults.addAll(present(completed(writer, reader)));
            faults.addAll(present(aborted(writer)));
            faults.addAll(present(lostUpdate(writer)));
            faults.addAll(present(byClients(reader)));
            return faults;
        }
    }

    private static List<String> present(@Nullable String fault) {
        return fault == null ? List.of() : List.of(fault);
    }

    /**
     * The service writes account and teller before the branch. While that is locked, it can neither commit nor answer.
     * A database that locks nothing smaller than itself lets the service write nothing meanwhile.
     */
    private @Nullable String completed(SecondConnection writer, SecondConnection reader) {
        long before = bank.account(account);
        long tellerBefore = bank.teller(teller);
        CompletableFuture<Long> first;
        CompletableFuture<Long> second;
        boolean answered;
        long seen;
        long tellerSeen;
        writer.begin();
        try {
            if (writer.locksRows()) {
                writer.lockBranch(BankScale.branchOf(account));
            } else {
                writer.lockLedger();
            }
            first = deposit();
            second = deposit();
            answered = SmallerBank.await(() -> first.isDone() || second.isDone(), heldNanos);
            seen = reader.account(account);
            tellerSeen = reader.teller(teller);
        } finally {
            writer.rollback();
        }
        List<Long> told =
                LongStream.of(first.join(), second.join()).sorted().boxed().toList();
        if (answered) {
            return fault("Completed transaction: a deposit was answered that could not be committed yet.");
        }
        if (seen != before || tellerSeen != tellerBefore) {
            return fault(
                    "Completed transaction: before the commit another connection read %,d in the account and %,d in the "
                            + "till; they had %,d and %,d.",
                    seen, tellerSeen, before, tellerBefore);
        }
        return told.equals(List.of(before + AMOUNT_MINOR, before + 2 * AMOUNT_MINOR))
                        && bank.account(account) == before + 2 * AMOUNT_MINOR
                ? null
                : fault(
                        "Completed transaction: two deposits of %,d into an account with %,d were told %s, and it has %,d.",
                        AMOUNT_MINOR, before, told, bank.account(account));
    }

    private @Nullable String aborted(SecondConnection writer) {
        long before = bank.account(account);
        CompletableFuture<Long> inquiry;
        CompletableFuture<Long> deposit;
        boolean answered;
        writer.begin();
        try {
            writer.add(account, OTHER_MINOR);
            inquiry = later(() -> bank.account(account));
            deposit = deposit();
            SmallerBank.await(inquiry::isDone, heldNanos);
            answered = SmallerBank.await(deposit::isDone, heldNanos);
        } finally {
            writer.rollback();
        }
        long inquired = inquiry.join();
        long told = deposit.join();
        long after = bank.account(account);
        if (answered) {
            return fault(
                    "Aborted transaction: a deposit was answered while another transaction was changing its account.");
        }
        return (inquired == before || inquired == told) && told == before + AMOUNT_MINOR && after == told
                ? null
                : fault(
                        "Aborted transaction: while %,d were added to an account with %,d and taken back, an inquiry was told "
                                + "%,d and a deposit of %,d was told %,d; the account has %,d.",
                        OTHER_MINOR, before, inquired, AMOUNT_MINOR, told, after);
    }

    /** The change is taken back afterwards, as it was made. */
    private @Nullable String lostUpdate(SecondConnection writer) {
        long before = bank.account(account);
        CompletableFuture<Long> deposit;
        boolean answered;
        writer.begin();
        try {
            writer.lockLedger();
            writer.add(account, OTHER_MINOR);
            deposit = deposit();
            answered = SmallerBank.await(deposit::isDone, heldNanos);
        } catch (RunFailure failed) {
            writer.rollback();
            throw failed;
        }
        writer.commit();
        long told = deposit.join();
        addAlone(writer, -OTHER_MINOR);
        long after = bank.account(account);
        if (answered) {
            return fault("Lost update: a deposit was answered while another transaction held the ledger.");
        }
        return told == before + OTHER_MINOR + AMOUNT_MINOR && after == before + AMOUNT_MINOR
                ? null
                : fault(
                        "Lost update: a deposit of %,d waited for another transaction, which added %,d to an account with "
                                + "%,d, and was told %,d; without the %,d the account has %,d.",
                        AMOUNT_MINOR, OTHER_MINOR, before, told, OTHER_MINOR, after);
    }

    private void addAlone(SecondConnection writer, long amountMinor) {
        writer.begin();
        try {
            writer.lockLedger();
            writer.add(account, amountMinor);
        } catch (RunFailure failed) {
            writer.rollback();
            throw failed;
        }
        writer.commit();
    }

    /** @param reader reads while the two clients work; null without a second connection */
    private @Nullable String byClients(@Nullable SecondConnection reader) {
        long before = bank.account(account);
        long position = bank.info().position();
        CompletableFuture<List<Long>> one = later(this::deposits);
        CompletableFuture<List<Long>> other = later(this::deposits);
        String phantom = null;
        while (reader != null && phantom == null && !(one.isDone() && other.isDone())) {
            phantom = phantom(reader, before, position);
        }
        List<Long> told = new ArrayList<>(one.join());
        told.addAll(other.join());
        told.sort(null);
        if (phantom != null) {
            return phantom;
        }
        List<Long> expected = LongStream.rangeClosed(1, 2L * DEPOSITS)
                .map(number -> before + number * AMOUNT_MINOR)
                .boxed()
                .toList();
        long after = bank.account(account);
        return told.equals(expected) && after == expected.get(expected.size() - 1)
                ? null
                : fault(
                        "Two clients: of %d deposits of %,d into an account with %,d, %d were told a balance of their own, and "
                                + "it has %,d.",
                        expected.size(),
                        AMOUNT_MINOR,
                        before,
                        told.stream().distinct().count(),
                        after);
    }

    private @Nullable String phantom(SecondConnection reader, long before, long position) {
        reader.begin();
        try {
            SecondConnection.Postings first = reader.postings(account, position);
            long balance = reader.account(account);
            SecondConnection.Postings again = reader.postings(account, position);
            if (!again.equals(first)) {
                return fault(
                        "Phantom: one transaction found %,d postings of an account, and then %,d.",
                        first.rows(), again.rows());
            }
            return balance == before + first.sumMinor()
                    ? null
                    : fault(
                            "Phantom: one transaction found an account with %,d, and a history that adds up to %,d.",
                            balance, before + first.sumMinor());
        } finally {
            reader.rollback();
        }
    }

    private List<Long> deposits() throws IOException {
        List<Long> told = new ArrayList<>();
        for (int i = 0; i < DEPOSITS; i++) {
            told.add(depositNow());
        }
        return told;
    }

    /** Makes a deposit; completes with the balance in its answer. */
    private CompletableFuture<Long> deposit() {
        return later(this::depositNow);
    }

    private long depositNow() throws IOException {
        Answer answer =
                bank.execute(Transaction.deposit(teller, account, AMOUNT_MINOR), BankHttp.newKey(), info.preset());
        if (answer instanceof Answer.Committed committed) {
            return committed.balanceMinor();
        }
        throw new RunFailure("a deposit was " + Atomicity.words(answer));
    }

    private interface Work<T> {
        T run() throws IOException;
    }

    /** In a thread of its own, because it waits. */
    private static <T> CompletableFuture<T> later(Work<T> work) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return work.run();
                    } catch (IOException none) {
                        throw new UncheckedIOException(none);
                    }
                },
                task -> {
                    Thread thread = new Thread(task, "isolation-client");
                    thread.setDaemon(true);
                    thread.start();
                });
    }

    private static String fault(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
