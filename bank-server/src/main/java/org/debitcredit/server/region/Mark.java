package org.debitcredit.server.region;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.debitcredit.region.Settlement;
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
 * @param acquirer null for its founding
 * @param issuer null for its founding, if it is not known which bank it is
 * @param forgottenMillis see {@link Settlement.Cut}
 */
record Mark(@Nullable LogPosition acquirer, @Nullable LogPosition issuer, long forgottenMillis) {

    private static final Logger LOG = LoggerFactory.getLogger(Mark.class);

    static final Mark BEGINNING = new Mark(null, null, Settlement.NOTHING_FORGOTTEN);

    private static final String NONE = "-";
    private static final int LINES = 3;

    private static Path file(Path data, int issuer) {
        return data.resolve("region-" + issuer + ".mark");
    }

    /** Reads the mark of a pair; {@link #BEGINNING} if there is none, or it is not intact. */
    static Mark read(Path data, int issuer) throws IOException {
        Path file = file(data, issuer);
        if (!Files.exists(file)) {
            return BEGINNING;
        }
        List<String> lines = new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                .lines()
                .toList();
        try {
            if (lines.size() == LINES) {
                return new Mark(position(lines.get(0)), position(lines.get(1)), Long.parseLong(lines.get(2)));
            }
        } catch (IllegalArgumentException e) {
            LOG.debug("{} cannot be read", file, e);
        }
        LOG.warn("{} is damaged; the streams of the pair are read from the foundings of both banks", file);
        return BEGINNING;
    }

    /** The same for another cursor of the acquirer. */
    Mark at(LogPosition here) {
        return new Mark(here, issuer, forgottenMillis);
    }

    private static @Nullable LogPosition position(String text) {
        return text.equals(NONE) ? null : LogPosition.parse(text);
    }

    void write(Path data, int ofIssuer) throws IOException {
        DurableFiles.replace(
                DiskFolder.open(data),
                String.valueOf(file(data, ofIssuer).getFileName()),
                text(acquirer) + "\n" + text(issuer) + "\n" + forgottenMillis + "\n");
    }

    private static String text(@Nullable LogPosition position) {
        return position == null ? NONE : position.text();
    }

    Settlement.Cut cut() {
        return new Settlement.Cut(
                acquirer == null ? 0 : acquirer.position(), issuer == null ? 0 : issuer.position(), forgottenMillis);
    }
}
