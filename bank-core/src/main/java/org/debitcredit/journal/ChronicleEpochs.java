package org.debitcredit.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The epochs that stand in a directory of {@link ChronicleJournal}, only read. Queues that are not epochs yet, or not
 * any more, have other names and are passed over.
 */
public final class ChronicleEpochs implements JournalSource {

    /** A number of more digits is no epoch's, and need not fit a long. */
    private static final Pattern NAME = Pattern.compile("epoch-(\\d{6,18})");

    private final Path directory;

    public ChronicleEpochs(Path directory) {
        this.directory = directory;
    }

    @Override
    public List<Long> epochs() throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> NAME.matcher(entry.getFileName().toString()))
                    .filter(Matcher::matches)
                    .map(name -> Long.valueOf(name.group(1)))
                    .sorted()
                    .toList();
        }
    }

    @Override
    public DocumentSource read(long epoch) throws IOException {
        return ChronicleEpochSource.open(queue(epoch));
    }

    /** The directory of an epoch's queue. */
    Path queue(long epoch) {
        return directory.resolve(String.format(Locale.ROOT, "epoch-%06d", epoch));
    }
}
