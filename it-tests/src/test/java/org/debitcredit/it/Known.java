package org.debitcredit.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionType;

/**
 * What the clients know of the bank.
 *
 * @param sent everything they ever sent
 * @param acknowledged what they were told became of it
 * @param notExecuted what they were told was not executed, and have not sent again successfully
 */
record Known(Map<UUID, Sent> sent, Map<UUID, Outcome> acknowledged, Set<UUID> notExecuted) {

    /** What was sent and not answered: it may have been executed or not. */
    List<Sent> inFlight() {
        return sent.values().stream()
                .filter(one -> !acknowledged.containsKey(one.key()) && !notExecuted.contains(one.key()))
                .toList();
    }

    /** See {@link ClientSuccessFile}. */
    static Known read(Path file) {
        Known known = new Known(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashSet<>());
        try (Stream<String> lines = Files.lines(file)) {
            lines.map(line -> line.split(" ")).forEach(known::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return known;
    }

    private void add(String[] line) {
        UUID key = UUID.fromString(line[1]);
        switch (line[0]) {
            case ClientSuccessFile.SENT ->
                sent.put(
                        key,
                        new Sent(
                                key,
                                new Transaction(
                                        TransactionType.valueOf(line[2]),
                                        Long.parseLong(line[3]),
                                        Long.parseLong(line[4]),
                                        Long.parseLong(line[5]),
                                        Long.parseLong(line[6]))));
            case ClientSuccessFile.ACKNOWLEDGED -> {
                acknowledged.put(
                        key, Outcome.of(Byte.parseByte(line[2]), Long.parseLong(line[3]), Long.parseLong(line[4])));
                notExecuted.remove(key);
            }
            case ClientSuccessFile.NOT_EXECUTED -> notExecuted.add(key);
            default -> throw new IllegalArgumentException("no line of a success file: " + String.join(" ", line));
        }
    }
}
