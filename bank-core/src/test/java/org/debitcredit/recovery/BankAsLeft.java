package org.debitcredit.recovery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import org.jspecify.annotations.Nullable;

/**
 * What a bank's clients knew of it when its server ended, so that a later version can be held to it. Of each version
 * there are an archive of directories and a text, {@code upgrade/VERSION.zip} and {@code upgrade/VERSION.txt}.
 *
 * @param server what left the directory
 * @param position of the last transaction
 * @param sumMinor each of the four sums, minor units
 * @param historyRows one for each posting
 * @param balances of every account, teller and branch that was touched
 * @param answers to everything that was sent, in the order in which it was sent
 */
public record BankAsLeft(
        Server server, long position, long sumMinor, long historyRows, List<Balance> balances, List<Answer> answers) {

    private static final String NONE = "-";

    /** Branches of such a bank. */
    public static final int BRANCHES = 1;

    /** Keys that such a bank remembers at least: more than it was sent. */
    public static final int KEY_WINDOW = 1_000;

    /** A kind of ledger that is known to every version, and where it keeps its database in a folder. */
    public enum LedgerKind {
        MEMORY("memory"),
        H2("h2"),
        H2_FILE("jdbc:h2:file:%s/ledger"),
        SQLITE("jdbc:sqlite:%s/ledger.sqlite");

        private final String choice;

        LedgerKind(String choice) {
            this.choice = choice;
        }

        /** As it is configured, with its database in a folder. */
        public String in(Path folder) {
            return String.format(choice, folder.toAbsolutePath());
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** How a server ended. */
    public enum End {
        STOPPED,
        KILLED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A server, of which the directory bears the name. */
    public record Server(LedgerKind ledger, JournalKind journal, End end) {

        /** One for each ledger, journal and end. */
        public static List<Server> all() {
            return Arrays.stream(LedgerKind.values())
                    .flatMap(ledger -> Arrays.stream(JournalKind.values())
                            .flatMap(journal ->
                                    Arrays.stream(End.values()).map(end -> new Server(ledger, journal, end))))
                    .toList();
        }

        @Override
        public String toString() {
            return ledger + "_" + journal + "_" + end;
        }
    }

    /** A balance, minor units. */
    public record Balance(BalanceKind kind, long id, long minor) {}

    /**
     * A transaction or a reversal that was sent under a key, and its answer.
     *
     * @param transaction that was sent, or the original of the reversal
     * @param originalKey key of the reversal's original; null for a transaction
     */
    public record Answer(
            UUID key, Transaction transaction, @Nullable UUID originalKey, Outcome outcome) {

        /** The reversal; null for a transaction. */
        public @Nullable Reversal reversal() {
            return originalKey == null ? null : new Reversal(TransactionKey.of(0, originalKey), transaction, 0);
        }
    }

    /** The versions in a folder. */
    public static List<String> versions(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".txt"))
                    .map(name -> name.substring(0, name.length() - ".txt".length()))
                    .sorted()
                    .toList();
        }
    }

    /** Writes the text. */
    public static void write(List<BankAsLeft> banks, String version, Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("# What the clients of " + version
                + " knew of the banks in the archive beside this text, minor units.");
        lines.add("# sums POSITION SUM HISTORY-ROWS");
        lines.add("# balance KIND ID BALANCE");
        lines.add("# answer KEY TYPE TELLER ACCOUNT TARGET AMOUNT REFERENCE REVERSED-KEY OUTCOME POSITION BALANCE");
        for (BankAsLeft bank : banks) {
            bank.write(lines::add);
        }
        Files.write(file, lines);
    }

    private void write(Consumer<String> lines) {
        lines.accept("bank " + server.ledger.name() + " " + server.journal.name() + " " + server.end.name());
        lines.accept("sums " + position + " " + sumMinor + " " + historyRows);
        for (Balance balance : balances) {
            lines.accept("balance " + balance.kind.name() + " " + balance.id + " " + balance.minor);
        }
        for (Answer answer : answers) {
            Transaction sent = answer.transaction;
            lines.accept(String.join(
                    " ",
                    "answer",
                    answer.key.toString(),
                    sent.type().name(),
                    Long.toString(sent.teller()),
                    Long.toString(sent.account()),
                    Long.toString(sent.target()),
                    Long.toString(sent.amountMinor()),
                    sent.reference() == null ? NONE : sent.reference().text(),
                    answer.originalKey == null ? NONE : answer.originalKey.toString(),
                    text(answer.outcome)));
        }
    }

    private static String text(Outcome outcome) {
        if (outcome instanceof Outcome.Committed committed) {
            return "COMMITTED " + committed.position() + " " + committed.balanceMinor();
        }
        if (outcome instanceof Outcome.Refused refused) {
            return refused.reason().name() + " " + refused.position() + " " + refused.balanceMinor();
        }
        throw new IllegalArgumentException("not an answer that a bank keeps: " + outcome);
    }

    /** Reads the text. */
    public static List<BankAsLeft> read(Path file) throws IOException {
        List<BankAsLeft> banks = new ArrayList<>();
        List<String[]> lines = Files.readAllLines(file).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" "))
                .toList();
        int from = 0;
        for (int i = 1; i <= lines.size(); i++) {
            if (i == lines.size() || lines.get(i)[0].equals("bank")) {
                banks.add(parse(lines.subList(from, i)));
                from = i;
            }
        }
        return banks;
    }

    private static BankAsLeft parse(List<String[]> lines) {
        String[] bank = lines.get(0);
        String[] sums = lines.get(1);
        List<Balance> balances = new ArrayList<>();
        List<Answer> answers = new ArrayList<>();
        for (String[] line : lines.subList(2, lines.size())) {
            switch (line[0]) {
                case "balance" ->
                    balances.add(new Balance(
                            BalanceKind.valueOf(line[1]), Long.parseLong(line[2]), Long.parseLong(line[3])));
                case "answer" -> answers.add(answer(line));
                default -> throw new IllegalArgumentException("a line begins with '" + line[0] + "'");
            }
        }
        return new BankAsLeft(
                new Server(LedgerKind.valueOf(bank[1]), JournalKind.valueOf(bank[2]), End.valueOf(bank[3])),
                Long.parseLong(sums[1]),
                Long.parseLong(sums[2]),
                Long.parseLong(sums[3]),
                balances,
                answers);
    }

    private static Answer answer(String[] line) {
        Transaction sent = new Transaction(
                TransactionType.valueOf(line[2]),
                Long.parseLong(line[3]),
                Long.parseLong(line[4]),
                Long.parseLong(line[5]),
                Long.parseLong(line[6]),
                line[7].equals(NONE) ? null : Reference.of(line[7]));
        long position = Long.parseLong(line[10]);
        long balance = Long.parseLong(line[11]);
        return new Answer(
                UUID.fromString(line[1]),
                sent,
                line[8].equals(NONE) ? null : UUID.fromString(line[8]),
                line[9].equals("COMMITTED")
                        ? new Outcome.Committed(position, balance)
                        : new Outcome.Refused(Refusal.valueOf(line[9]), position, balance));
    }
}
