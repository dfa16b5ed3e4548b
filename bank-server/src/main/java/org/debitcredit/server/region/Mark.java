package org.debitcredit.server.region;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.debitcredit.region.SettlementCut;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.storage.DurableFiles;
import org.debitcredit.transaction.LogPosition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * From where the two change streams of a pair of regions are read after a restart, in a file of the data directory. If
 * it is lost, both streams are read from their foundings, as far as both banks still hold all of their histories.
 *
 * <p>The file has a line for each position and one for the time. If there are divided transactions, their number
 * follows the time, and each has another line.
 *
 * @param acquirer where its stream is read again; null for its founding
 * @param issuer where its stream is read again; null for its founding, while it is not known which bank it is
 * @param forgottenMillis see {@link SettlementCut}
 * @param divided see {@link SettlementCut}
 */
record Mark(
        @Nullable LogPosition acquirer,
        @Nullable LogPosition issuer,
        long forgottenMillis,
        List<SettlementCut.Divided> divided) {

    private static final Logger LOG = LoggerFactory.getLogger(Mark.class);

    static final Mark BEGINNING = new Mark(null, null, SettlementCut.NOTHING_FORGOTTEN, List.of());

    private static final String NONE = "-";
    private static final int LINES = 3;
    private static final int DIVIDED_PARTS = 3;

    static Path file(Path data, int issuer) {
        return data.resolve("region-" + issuer + ".mark");
    }

    /** Reads the mark of a pair; {@link #BEGINNING} if there is none, or it is not intact. */
    static Mark read(Path data, int issuer) throws IOException {
        Path file = file(data, issuer);
        if (!Files.exists(file)) {
            return BEGINNING;
        }
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        try {
            Mark read = parse(text.lines().toList());
            if (read != null && text.endsWith("\n")) {
                return read;
            }
        } catch (IllegalArgumentException e) {
            LOG.debug("{} cannot be read", file, e);
        }
        LOG.warn("{} is damaged; the streams of the pair are read from the foundings of both banks", file);
        return BEGINNING;
    }

    /** The same for an issuer that is known now. */
    Mark of(LogPosition founding) {
        return new Mark(acquirer, founding, forgottenMillis, divided);
    }

    /** The same for another cursor of the acquirer. */
    Mark at(LogPosition here) {
        return new Mark(here, issuer, forgottenMillis, divided);
    }

    /** Null if there are more or fewer lines than there should be. */
    private static @Nullable Mark parse(List<String> lines) {
        if (lines.size() < LINES) {
            return null;
        }
        String[] time = lines.get(LINES - 1).split(" ", 2);
        int divided = time.length == 1 ? 0 : Integer.parseInt(time[1]);
        return lines.size() != LINES + divided
                ? null
                : new Mark(
                        position(lines.get(0)),
                        position(lines.get(1)),
                        Long.parseLong(time[0]),
                        lines.stream().skip(LINES).map(Mark::divided).toList());
    }

    private static SettlementCut.Divided divided(String line) {
        String[] parts = line.split(" ", -1);
        if (parts.length != DIVIDED_PARTS) {
            throw new IllegalArgumentException(
                    "the line of a divided transaction has " + parts.length + " parts; it must have " + DIVIDED_PARTS);
        }
        return new SettlementCut.Divided(UUID.fromString(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
    }

    private static @Nullable LogPosition position(String text) {
        return text.equals(NONE) ? null : LogPosition.parse(text);
    }

    void write(Path data, int ofIssuer) throws IOException {
        DurableFiles.replace(
                DiskFolder.open(data),
                String.valueOf(file(data, ofIssuer).getFileName()),
                text(acquirer) + "\n" + text(issuer) + "\n" + forgottenMillis
                        + (divided.isEmpty() ? "" : " " + divided.size()) + "\n"
                        + divided.stream().map(Mark::text).collect(Collectors.joining()));
    }

    private static String text(SettlementCut.Divided one) {
        return one.issuerKey() + " " + one.acquirerThrough() + " " + one.issuerThrough() + "\n";
    }

    private static String text(@Nullable LogPosition position) {
        return position == null ? NONE : position.text();
    }

    SettlementCut cut() {
        return new SettlementCut(
                acquirer == null ? 0 : acquirer.position(),
                issuer == null ? 0 : issuer.position(),
                forgottenMillis,
                divided);
    }
}
