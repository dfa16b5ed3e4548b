package org.debitcredit.terminal.certify;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.debitcredit.bank.BankScale;
import org.debitcredit.terminal.contract.Answer;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.BankInfo;
import org.debitcredit.terminal.contract.ReportedKeyStatus;
import org.debitcredit.terminal.report.AcidTest;
import org.debitcredit.transaction.Transaction;

/**
 * Reads balances while they change, until the server is killed. One thread deposits one minor unit after the other into
 * an account, at a bounded rate, and another one reads its balance all the time. So a balance tells which deposit it
 * includes, and after the recovery the bank must have that deposit: otherwise it showed a balance that was not durable.
 * If another client uses the account, which is rare, its balance is not attributed any more from then on.
 */
final class BalanceWatch implements AutoCloseable {

    static final String DONE =
            "While the terminals worked and until the server was killed, deposits of one minor unit were "
                    + "made into some accounts, and their balances were read without pause.";
    private static final int ACCOUNTS = 4;

    /** In all accounts together. The bank has to remember the key of each. */
    static final int DEPOSITS_PER_SECOND = 200;

    private static final long NANOS_BETWEEN_DEPOSITS = 1_000_000_000L * ACCOUNTS / DEPOSITS_PER_SECOND;

    private final Inspector bank;
    private final BankInfo info;
    private final List<Watched> watched = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean ended;

    /** One account. */
    private static final class Watched {
        private final long account;
        private final long teller;
        private final long before;
        private final List<UUID> sent = new ArrayList<>();
        private final List<Answered> answers = new ArrayList<>();
        private long told;
        private long readings;
        private boolean shared;

        Watched(long account, long teller, long before) {
            this.account = account;
            this.teller = teller;
            this.before = before;
        }

        synchronized UUID next() {
            UUID key = BankHttp.newKey();
            sent.add(key);
            return key;
        }

        synchronized void deposited(UUID key, Answer.Committed committed) {
            answers.add(new Answered(key, committed.position(), committed.balanceMinor()));
            shared |= committed.balanceMinor() != before + answers.size();
        }

        /** Notes a balance that the bank showed, and with it the number of the deposit that it includes. */
        synchronized void told(long balance) {
            long number = balance - before;
            if (shared || number < 0 || number > sent.size()) {
                shared = true;
                return;
            }
            readings++;
            told = Math.max(told, number);
        }

        /** Whether the last deposit that a shown balance includes is there, with the balance that was shown. */
        boolean isAsTold(ReportedKeyStatus status) {
            return status.status().equals(ReportedKeyStatus.COMMITTED)
                    && (shared || status.balanceMinor() == before + told);
        }
    }

    private BalanceWatch(Inspector bank) {
        this.bank = bank;
        this.info = bank.info();
    }

    static BalanceWatch start(Inspector bank) {
        BalanceWatch watch = new BalanceWatch(bank);
        BankScale scale = watch.info.scale();
        for (int i = 0; i < ACCOUNTS; i++) {
            int branch = (int) ((long) scale.branches() * i / ACCOUNTS);
            long account = scale.accountId(branch, scale.accountsPerBranch() - 1L - i);
            Watched one = new Watched(account, scale.tellerId(branch, 0), bank.account(account));
            watch.watched.add(one);
            watch.run(() -> watch.deposit(one), "balance-watch-deposit-" + i);
            watch.run(() -> watch.read(one), "balance-watch-read-" + i);
        }
        return watch;
    }

    private void run(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void deposit(Watched one) {
        long next = System.nanoTime();
        while (!ended) {
            UUID key = one.next();
            try {
                Answer answer = bank.execute(Transaction.deposit(one.teller, one.account, 1), key, info.preset());
                if (!(answer instanceof Answer.Committed committed)) {
                    return;
                }
                one.deposited(key, committed);
            } catch (IOException none) {
                return;
            }
            next += NANOS_BETWEEN_DEPOSITS;
            LockSupport.parkNanos(this, next - System.nanoTime());
        }
    }

    private void read(Watched one) {
        while (!ended) {
            try {
                if (!(bank.inquire(one.account) instanceof Answer.Balance balance)) {
                    return;
                }
                one.told(balance.balanceMinor());
            } catch (IOException none) {
                return;
            }
        }
    }

    /** Ends it and waits for its threads. */
    void end() {
        ended = true;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** The answers to its deposits, for the reconciliation. */
    List<Answered> answers() {
        return watched.stream().flatMap(one -> one.answers.stream()).toList();
    }

    /** Deposits that had no answer when it ended. */
    long unanswered() {
        return watched.stream()
                .mapToLong(one -> one.sent.size() - one.answers.size())
                .sum();
    }

    /** Compares the balances that were shown with what the recovered bank has. */
    Tested judge(Inspector recovered) {
        long readings = 0;
        int attributed = 0;
        for (Watched one : watched) {
            readings += one.readings;
            if (one.told == 0) {
                continue;
            }
            attributed++;
            ReportedKeyStatus status =
                    recovered.status(one.sent.get((int) one.told - 1)).join();
            if (!one.isAsTold(status)) {
                return Tested.of(
                        AcidTest.ISOLATION,
                        false,
                        DONE,
                        String.format(
                                Locale.ROOT,
                                "Account %d was told to have %,d, which includes deposit %,d; after the recovery the bank "
                                        + "says of that deposit: %s.",
                                one.account,
                                one.before + one.told,
                                one.told,
                                status));
            }
        }
        if (attributed == 0) {
            return Tested.missed(AcidTest.ISOLATION, DONE, "No balance was read that includes a deposit.");
        }
        return Tested.of(
                AcidTest.ISOLATION,
                true,
                DONE,
                String.format(
                        Locale.ROOT,
                        "%,d balances of %d accounts were read, and after the recovery the bank had every deposit that they "
                                + "included.",
                        readings,
                        attributed));
    }

    @Override
    public void close() {
        ended = true;
        threads.forEach(Thread::interrupt);
    }
}
