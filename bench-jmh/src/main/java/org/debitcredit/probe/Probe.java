package org.debitcredit.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.debitcredit.storage.FileSystemKind;

/** Measures a directory's storage, and how well the journal uses it. */
public final class Probe {

    /** Number of rounds in which everything is measured in turn, so that temporary load affects everything alike. */
    static final int ROUNDS = 5;

    // Each part's share of the time, in hundredths. What is left over pays for opening, laying out and deleting.
    private static final int PREPARE_SHARE = 8;
    private static final int FORCES_SHARE = 28;
    private static final int SEEKS_SHARE = 3;
    private static final int GROUPS_SHARE = 15;
    private static final int JOURNALS_SHARE = 28;
    private static final int FILL_AHEAD_SHARE = 8;
    private static final int WHOLE = 100;

    /** Chronicle's files are laid out in blocks of 64 MiB; indexes and metadata lie beside. */
    private static final long JOURNAL_RESERVE_BYTES = 72L << 20;

    private final ProbeSettings settings;
    private final ProbeProgress progress;
    private final LongSupplier nanoTime;

    private Probe(ProbeSettings settings, ProbeProgress progress, LongSupplier nanoTime) {
        this.settings = settings;
        this.progress = progress;
        this.nanoTime = nanoTime;
    }

    /**
     * Runs to its end, and leaves the directory as it was.
     *
     * @param began the time of day
     * @throws IllegalArgumentException if the directory cannot be used
     * @throws IOException also when its disk has too little room
     */
    public static ProbeResult run(ProbeSettings settings, Instant began, ProbeProgress progress) throws IOException {
        return new Probe(settings, progress, System::nanoTime).measure(began);
    }

    private ProbeResult measure(Instant began) throws IOException {
        requireUsable(settings.directory());
        FileSystemKind medium = FileSystemKind.of(settings.directory());
        requireRoom(medium);
        long from = nanoTime.getAsLong();
        try (Scratch scratch = Scratch.in(settings.directory())) {
            progress.at("writing the file to overwrite");
            PreparedFile prepared = PreparedFile.write(
                    scratch.file("prepared"),
                    settings.preparedBytes(),
                    () -> nanoTime.getAsLong() - from > nanos(PREPARE_SHARE));
            ForceSweep sweep = new ForceSweep();
            CommitCurve curve = new CommitCurve();
            JournalDuel duel = new JournalDuel(ProbedJournal.ALL);
            try (RandomReads reads = RandomReads.open(prepared.path());
                    FillAheadDuel pair = FillAheadDuel.in(scratch, settings.fillAheadBytes())) {
                for (int round = 0; round < ROUNDS; round++) {
                    sweep.round(scratch, prepared.path(), slice(FORCES_SHARE, ForceSweep.OPERATIONS), progress);
                    reads.round(slice(SEEKS_SHARE, 1), progress);
                    curve.round(prepared.path(), slice(GROUPS_SHARE, CommitCurve.GROUPS.size()), progress);
                    Slice slice = slice(JOURNALS_SHARE, duel.operations());
                    duel.round(round, scratch, prepared.path(), slice, settings.fillAheadBytes(), progress);
                    pair.round(round, slice(FILL_AHEAD_SHARE, FillAheadDuel.OPERATIONS), progress);
                }
                List<ForceRow> forces = sweep.rows();
                CostModel model = ForceSweep.model(forces);
                return new ProbeResult(
                        settings.directory(),
                        medium,
                        began,
                        (nanoTime.getAsLong() - from) / 1e9,
                        prepared.bytes(),
                        forces,
                        model,
                        reads.row(),
                        settings.disk(),
                        curve.rows(model),
                        duel.rows(),
                        pair.row());
            }
        }
    }

    private Slice slice(int share, int operations) {
        return new Slice(nanoTime, nanos(share) / ROUNDS / operations, settings.boutBytesMax());
    }

    private long nanos(int share) {
        return TimeUnit.SECONDS.toNanos(settings.seconds()) * share / WHOLE;
    }

    /**
     * Checks a directory before anything is begun.
     *
     * @throws IllegalArgumentException names it
     */
    public static void requireUsable(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new IllegalArgumentException("DIR is '" + directory + "'; "
                    + (Files.exists(directory) ? "it is not a directory" : "it does not exist"));
        }
        if (!Files.isWritable(directory)) {
            throw new IllegalArgumentException("DIR is '" + directory + "'; it cannot be written");
        }
    }

    private void requireRoom(FileSystemKind medium) throws IOException {
        long needed = bytesNeeded(settings);
        if (medium.usableBytes() < needed) {
            throw new IOException(settings.directory() + " (" + medium + ") has " + Bytes.words(medium.usableBytes())
                    + " free; a probe of " + settings.seconds() + " s needs " + Bytes.words(needed));
        }
    }

    /**
     * The largest use of the disk: the prepared file, and the journals. A bout counts twice, for its warm-up and for
     * the overhead of a medium.
     */
    static long bytesNeeded(ProbeSettings settings) {
        long boutMax = 2 * settings.boutBytesMax();
        long journal = settings.fillAheadBytes() + JOURNAL_RESERVE_BYTES;
        long duel = ProbedJournal.ALL.size() * (journal + JournalDuel.GROUPS.size() * boutMax);
        long pair = 2 * (journal + ROUNDS * boutMax);
        return settings.preparedBytes() + duel + pair;
    }
}
