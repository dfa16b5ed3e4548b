package org.debitcredit.recovery;

import java.nio.file.Path;
import java.util.OptionalLong;
import org.debitcredit.mirror.OnLoss;
import org.jspecify.annotations.Nullable;

/**
 * How a bank's journal is kept.
 *
 * @param kind of journal
 * @param epochBytes size from which on a new epoch begins
 * @param fillAheadBytes how far zeros are written ahead; the length of a segment where the journal has segments
 * @param acceptLossAfter last position before a damage that the operator knows of and gives up what lies behind
 * @param mirror data directory of the second copy, on another device; null without one
 * @param mirrorOnLoss what happens when one of the two copies fails while the bank runs
 * @param acceptLoneCopy the operator knows that a copy without its mirror may lack what was acknowledged since
 */
public record JournalSettings(
        JournalKind kind,
        long epochBytes,
        long fillAheadBytes,
        OptionalLong acceptLossAfter,
        @Nullable Path mirror,
        OnLoss mirrorOnLoss,
        boolean acceptLoneCopy) {

    /** 1 GiB. */
    public static final long EPOCH_BYTES_DEFAULT = 1L << 30;

    /** 64 MiB. */
    public static final long FILL_AHEAD_BYTES_DEFAULT = 64L << 20;

    /** On Chronicle Queue, everything as usual. */
    public static final JournalSettings DEFAULT = of(JournalKind.CHRONICLE);

    /** Without a mirror. */
    public JournalSettings(JournalKind kind, long epochBytes, long fillAheadBytes, OptionalLong acceptLossAfter) {
        this(kind, epochBytes, fillAheadBytes, acceptLossAfter, null, OnLoss.STOP, false);
    }

    /** Everything but the kind as usual. */
    public static JournalSettings of(JournalKind kind) {
        return new JournalSettings(kind, EPOCH_BYTES_DEFAULT, FILL_AHEAD_BYTES_DEFAULT, OptionalLong.empty());
    }

    /** The same, kept twice. */
    public JournalSettings mirroredIn(Path otherMirror, OnLoss onLoss) {
        return new JournalSettings(
                kind, epochBytes, fillAheadBytes, acceptLossAfter, otherMirror, onLoss, acceptLoneCopy);
    }

    /** The same, with a lone copy of a mirrored bank accepted or not. */
    public JournalSettings acceptingLoneCopy(boolean accept) {
        return new JournalSettings(kind, epochBytes, fillAheadBytes, acceptLossAfter, mirror, mirrorOnLoss, accept);
    }
}
