package org.debitcredit.recovery;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.journal.ChronicleJournal;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.journal.JournalTail;
import org.debitcredit.ledger.Decision;
import org.debitcredit.ledger.Totals;
import org.debitcredit.storage.DirectoryLock;
import org.debitcredit.transaction.Mark;
import org.debitcredit.transaction.Requests;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * Checks a bank's files offline: reads the whole journal, every checksum and chain link, decides every transaction
 * again by the bank's rule, compares outcome and after-images with what was journaled, and adds up the four sums.
 */
public final class JournalAudit {

    private final BankScale scale;
    private final Progress progress;

    private final Map<Long, Long> accounts = new HashMap<>();
    private final Map<Long, Long> tellers = new HashMap<>();
    private final Map<Long, Long> branches = new HashMap<>();
    private BigInteger history = BigInteger.ZERO;
    private long historyRows;
    private long committed;
    private long refused;
    private @Nullable String firstDifference;

    /**
     * What the audit found.
     *
     * @param bank whose journal it is; null when the journal is empty
     * @param transactions decided, of which {@code committed} and {@code refused}
     * @param endedInOrder whether the last server stopped in order
     * @param documentsCut documents at the end that are not whole: unacknowledged, or damaged
     * @param totals the four sums
     * @param firstFault the first thing wrong, with its place; null when all is well
     */
    public record Finding(
            @Nullable BankIdentity bank,
            long transactions,
            long committed,
            long refused,
            boolean endedInOrder,
            int documentsCut,
            Totals totals,
            @Nullable String firstFault) {

        /** Whether nothing is wrong. */
        public boolean holds() {
            return firstFault == null;
        }
    }

    private JournalAudit(BankScale scale, Progress progress) {
        this.scale = scale;
        this.progress = progress;
    }

    /**
     * Audits the bank in a data directory, which no server may be using.
     *
     * @throws NoSuchFileException when there is no bank in it
     */
    @SuppressWarnings("try")
    public static Finding of(Path data, Progress progress) throws IOException {
        Path directory = data.resolve("journal");
        if (!Files.isDirectory(directory)) {
            throw new NoSuchFileException(data + " holds no bank: it has no directory 'journal'");
        }
        try (DirectoryLock lock = DirectoryLock.acquire(directory);
                Journal journal = ChronicleJournal.open(directory, 0)) {
            BankIdentity identity = Epochs.of(journal).identity();
            // An empty journal has no scale, and no transaction that asks for it.
            BankScale scale = identity == null ? new BankScale(1, 1, 1) : identity.scale();
            return new JournalAudit(scale, progress).audit(journal, identity);
        } catch (JournalDamage damage) {
            return new Finding(
                    null,
                    0,
                    0,
                    0,
                    false,
                    0,
                    new JournalAudit(new BankScale(1, 1, 1), progress).totals(),
                    damage.getMessage());
        }
    }

    private Finding audit(Journal journal, @Nullable BankIdentity identity) throws IOException {
        @Nullable String damaged = null;
        boolean endedInOrder = false;
        int documentsCut = 0;
        try {
            JournalTail tail = JournalReader.read(journal, this::batch);
            endedInOrder = tail.endedInOrder();
            documentsCut = tail.documentsCut();
        } catch (JournalDamage damage) {
            damaged = damage.getMessage();
        }
        Totals totals = totals();
        @Nullable String fault = firstDifference != null ? firstDifference : damaged;
        if (fault == null && !totals.hold()) {
            fault = "the four sums differ: " + totals;
        }
        return new Finding(
                identity, committed + refused, committed, refused, endedInOrder, documentsCut, totals, fault);
    }

    private void batch(TransactionBatch journaled, Mark mark) {
        TransactionBatch decided = new TransactionBatch(journaled.size());
        decided.begin(journaled.firstPosition(), journaled.timestampMicros());
        for (int row = 0; row < journaled.size(); row++) {
            Requests asked = journaled.requests;
            decided.requests.add(
                    asked.type[row],
                    asked.teller[row],
                    asked.account[row],
                    asked.target[row],
                    asked.amount[row],
                    asked.client[row],
                    asked.keyHigh[row],
                    asked.keyLow[row]);
            decide(decided, row);
            if (firstDifference == null && !sameRow(decided, journaled, row)) {
                firstDifference = "position " + (journaled.firstPosition() + row) + " of epoch " + mark.epoch()
                        + " was journaled as outcome " + journaled.outcome[row] + ", balance " + journaled.balance[row]
                        + "; by the bank's rule it is outcome " + decided.outcome[row] + ", balance "
                        + decided.balance[row];
            }
        }
        progress.at("checking transactions", mark.position(), 0);
    }

    private void decide(TransactionBatch batch, int row) {
        if (Decision.refuseUnknown(scale, batch, row)) {
            refused++;
            return;
        }
        long account = batch.requests.account[row];
        long target = batch.requests.target[row];
        long teller = batch.requests.teller[row];
        long branch = BankScale.branchOf(teller);
        boolean commits = Decision.decide(
                batch,
                row,
                balance(accounts, account),
                balance(accounts, target),
                balance(tellers, teller),
                balance(branches, branch));
        if (!commits) {
            refused++;
            return;
        }
        committed++;
        accounts.put(account, batch.balance[row]);
        tellers.put(teller, batch.tellerBalance[row]);
        branches.put(branch, batch.branchBalance[row]);
        if (batch.isTransfer(row)) {
            accounts.put(target, batch.targetBalance[row]);
            historyRows += 2;
        } else {
            history = history.add(BigInteger.valueOf(batch.postedToAccount(row)));
            historyRows++;
        }
    }

    private static boolean sameRow(TransactionBatch a, TransactionBatch b, int row) {
        return a.outcome[row] == b.outcome[row]
                && a.balance[row] == b.balance[row]
                && a.targetBalance[row] == b.targetBalance[row]
                && a.tellerBalance[row] == b.tellerBalance[row]
                && a.branchBalance[row] == b.branchBalance[row]
                && a.requests.digest[row] == b.requests.digest[row];
    }

    private Totals totals() {
        Map<Long, Long> tillsByBranch = new HashMap<>();
        tellers.forEach((teller, till) -> tillsByBranch.merge(BankScale.branchOf(teller), till, Long::sum));
        long differing = branches.entrySet().stream()
                .filter(branch -> !branch.getValue().equals(tillsByBranch.get(branch.getKey())))
                .count();
        return new Totals(sum(accounts), sum(tellers), sum(branches), history, historyRows, differing);
    }

    private static long balance(Map<Long, Long> balances, long id) {
        return balances.getOrDefault(id, 0L);
    }

    private static BigInteger sum(Map<Long, Long> balances) {
        BigInteger sum = BigInteger.ZERO;
        for (long balance : balances.values()) {
            sum = sum.add(BigInteger.valueOf(balance));
        }
        return sum;
    }
}
