package org.debitcredit.server.region;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.storage.DurableFiles;
import org.jspecify.annotations.Nullable;

/**
 * Which region a bank is, in the file {@code region} of its data directory. Under another number, the bank would treat
 * its own halves as those of another region and execute them again, so no start may change the number.
 *
 * @param bank the bank whose region it is
 * @param number of the region, from 0
 * @param count how many regions there are
 * @param partners numbers of the regions with which it may ever have executed an out-of-town transaction
 */
record RegionRecord(UUID bank, int number, int count, SortedSet<Integer> partners) {

    private static final String NAME = "region";
    private static final String NONE = "-";
    private static final int LINES = 4;

    /** A region that has executed nothing with another one. */
    static RegionRecord first(UUID bank, int number, int count) {
        return new RegionRecord(bank, number, count, new TreeSet<>());
    }

    /** A region that may have executed something with every other one. */
    static RegionRecord used(UUID bank, int number, int count) {
        List<Integer> others = IntStream.range(0, count)
                .filter(other -> other != number)
                .boxed()
                .toList();
        return new RegionRecord(bank, number, count, new TreeSet<>(others));
    }

    static Path file(Path data) {
        return data.resolve(NAME);
    }

    /**
     * Reads the record of a data directory; null if it has none.
     *
     * @throws IllegalStateException if the file is not intact
     */
    static @Nullable RegionRecord read(Path data) throws IOException {
        Path file = file(data);
        if (!Files.exists(file)) {
            return null;
        }
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        List<String> lines = text.lines().toList();
        try {
            if (lines.size() == LINES) {
                return new RegionRecord(
                        UUID.fromString(lines.get(0)),
                        Integer.parseInt(lines.get(1)),
                        Integer.parseInt(lines.get(2)),
                        numbers(lines.get(3)));
            }
        } catch (IllegalArgumentException e) {
            throw damaged(file, e);
        }
        throw damaged(file, null);
    }

    private static SortedSet<Integer> numbers(String text) {
        return text.equals(NONE)
                ? new TreeSet<>()
                : Arrays.stream(text.split(",")).map(Integer::valueOf).collect(Collectors.toCollection(TreeSet::new));
    }

    private static IllegalStateException damaged(Path file, @Nullable Exception cause) {
        return new IllegalStateException(
                "the file " + file + " does not have four lines with the bank's id, the number of the region, the "
                        + "number of all regions, and the numbers of its partners or '-'. Put back the file as it was;"
                        + " if it is lost, delete it, and the message of the next start contains what to write",
                cause);
    }

    /** The same with further partners. */
    RegionRecord with(Collection<Integer> more) {
        SortedSet<Integer> all = new TreeSet<>(partners);
        all.addAll(more);
        return new RegionRecord(bank, number, count, all);
    }

    void write(Path data) throws IOException {
        DurableFiles.replace(DiskFolder.open(data), NAME, String.join("\n", lines()) + "\n");
    }

    /** What the file contains. */
    List<String> lines() {
        String numbers = partners.stream().map(String::valueOf).collect(Collectors.joining(","));
        return List.of(
                bank.toString(), String.valueOf(number), String.valueOf(count), numbers.isEmpty() ? NONE : numbers);
    }
}
