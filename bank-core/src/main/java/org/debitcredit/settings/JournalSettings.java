package org.debitcredit.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import org.debitcredit.journal.segment.FileJournal;
import org.debitcredit.mirror.HangLimit;
import org.debitcredit.mirror.LoneCopy;
import org.debitcredit.mirror.OnLoss;
import org.debitcredit.storage.BoundedWork;
import org.jspecify.annotations.Nullable;

/**
 * How a bank's journal is kept. The settings are created by a {@link Builder}, in which everything except the kind has
 * a default.
 *
 * @param kind of journal
 * @param epochBytes size from which on a new epoch begins, 1 to {@link #EPOCH_BYTES_MAX}
 * @param fillAheadBytes how far zeros are written ahead, 0 for not at all; the length of a segment where the journal
 *     has segments, from {@link FileJournal#SEGMENT_BYTES_MIN}. At most {@link #FILL_AHEAD_BYTES_MAX}, and what the
 *     disk has free
 * @param acceptedLoss the loss that an operator accepts
 * @param mirror data directory of the second copy, on another device; null without one
 * @param mirrorOnLoss what happens when one of the two copies fails while the bank runs
 * @param mirrorForceMax how much longer than the other copy one may take before it counts as lost, within the limits of
 *     {@link HangLimit}
 * @param loneCopy the copy that the operator lets start although transactions may be missing in it
 * @param acceptedKeys the operator states that a clock was wrong; null for no such statement
 * @param space how much of the disk may be taken
 */
public record JournalSettings(
        JournalKind kind,
        long epochBytes,
        long fillAheadBytes,
        AcceptedLoss acceptedLoss,
        @Nullable Path mirror,
        OnLoss mirrorOnLoss,
        Duration mirrorForceMax,
        LoneCopy loneCopy,
        @Nullable AcceptedKeys acceptedKeys,
        SpaceSettings space) {

    /** 1 GiB. */
    public static final long EPOCH_BYTES_DEFAULT = 1L << 30;

    /** 512 GiB: a Chronicle queue numbers at most 2^32 documents, and the shortest takes 180 bytes. */
    public static final long EPOCH_BYTES_MAX = 1L << 39;

    /** 64 MiB. */
    public static final long FILL_AHEAD_BYTES_DEFAULT = 64L << 20;

    /** 16 TiB: the longest file of ext4. */
    public static final long FILL_AHEAD_BYTES_MAX = 1L << 44;

    /** Chronicle Queue, with the defaults. */
    public static final JournalSettings DEFAULT = of(JournalKind.CHRONICLE);

    public JournalSettings {
        if (epochBytes < 1 || epochBytes > EPOCH_BYTES_MAX) {
            throw new IllegalArgumentException("epochBytes is " + epochBytes + "; it must be 1 to " + EPOCH_BYTES_MAX);
        }
        long fillAheadBytesMin = kind == JournalKind.FILE ? FileJournal.SEGMENT_BYTES_MIN : 0;
        if (fillAheadBytes < fillAheadBytesMin || fillAheadBytes > FILL_AHEAD_BYTES_MAX) {
            throw new IllegalArgumentException("fillAheadBytes is " + fillAheadBytes + "; with journal " + kind
                    + " it must be " + fillAheadBytesMin + " to " + FILL_AHEAD_BYTES_MAX);
        }
        HangLimit.requireLegal(mirrorForceMax);
    }

    /** Without a mirror, and with defaults for everything else. */
    public JournalSettings(JournalKind kind, long epochBytes, long fillAheadBytes, OptionalLong acceptLossAfter) {
        this(builder(kind)
                .epochBytes(epochBytes)
                .fillAheadBytes(fillAheadBytes)
                .acceptedLoss(new AcceptedLoss(acceptLossAfter, OptionalLong.empty())));
    }

    private JournalSettings(Builder builder) {
        this(
                builder.kind,
                builder.epochBytes,
                builder.fillAheadBytes,
                builder.acceptedLoss,
                builder.mirror,
                builder.mirrorOnLoss,
                builder.mirrorForceMax,
                builder.loneCopy,
                builder.acceptedKeys,
                builder.space);
    }

    /** Defaults for everything except the kind. */
    public static JournalSettings of(JournalKind kind) {
        return builder(kind).build();
    }

    /** Begins with the defaults. */
    public static Builder builder(JournalKind kind) {
        return new Builder(kind);
    }

    /**
     * The longest time for one access to a medium before the bank runs: {@link BoundedWork#ACCESS_MAX}, or {@link
     * #mirrorForceMax} if that is longer and the bank is mirrored.
     */
    public Duration accessMax() {
        return mirror != null && mirrorForceMax.compareTo(BoundedWork.ACCESS_MAX) > 0
                ? mirrorForceMax
                : BoundedWork.ACCESS_MAX;
    }

    /** Whether an operator accepts a loss of transactions or keys, a lone copy, or keys of a wrong clock. */
    public boolean acceptsAnything() {
        return acceptedLoss.after().isPresent()
                || acceptedLoss.keysThrough().isPresent()
                || !loneCopy.equals(LoneCopy.NONE)
                || acceptedKeys != null;
    }

    /** Begins with these settings. */
    public Builder toBuilder() {
        return new Builder(kind)
                .epochBytes(epochBytes)
                .fillAheadBytes(fillAheadBytes)
                .acceptedLoss(acceptedLoss)
                .mirror(mirror)
                .mirrorOnLoss(mirrorOnLoss)
                .mirrorForceMax(mirrorForceMax)
                .loneCopy(loneCopy)
                .acceptedKeys(acceptedKeys)
                .space(space);
    }

    /** The same, kept twice. */
    public JournalSettings mirroredIn(Path otherMirror, OnLoss onLoss) {
        return toBuilder().mirror(otherMirror).mirrorOnLoss(onLoss).build();
    }

    /** The same, with another loss accepted. */
    public JournalSettings accepting(AcceptedLoss loss) {
        return toBuilder().acceptedLoss(loss).build();
    }

    /** The same, with another lone copy accepted. */
    public JournalSettings accepting(LoneCopy copy) {
        return toBuilder().loneCopy(copy).build();
    }

    /** The same, when an operator states that a clock was wrong, or does not. */
    public JournalSettings accepting(@Nullable AcceptedKeys accepted) {
        return toBuilder().acceptedKeys(accepted).build();
    }

    /** The same, with another bound of the disk space that may be taken. */
    public JournalSettings with(SpaceSettings other) {
        return toBuilder().space(other).build();
    }

    /** Collects settings by name. */
    public static final class Builder {

        private final JournalKind kind;
        private long epochBytes = EPOCH_BYTES_DEFAULT;
        private long fillAheadBytes = FILL_AHEAD_BYTES_DEFAULT;
        private AcceptedLoss acceptedLoss = new AcceptedLoss(OptionalLong.empty(), OptionalLong.empty());
        private @Nullable Path mirror;
        private OnLoss mirrorOnLoss = OnLoss.STOP;
        private Duration mirrorForceMax = HangLimit.MAX_DEFAULT;
        private LoneCopy loneCopy = LoneCopy.NONE;
        private @Nullable AcceptedKeys acceptedKeys;
        private SpaceSettings space = SpaceSettings.CHOSEN;

        private Builder(JournalKind kind) {
            this.kind = kind;
        }

        public Builder epochBytes(long bytes) {
            epochBytes = bytes;
            return this;
        }

        public Builder fillAheadBytes(long bytes) {
            fillAheadBytes = bytes;
            return this;
        }

        public Builder acceptedLoss(AcceptedLoss loss) {
            acceptedLoss = loss;
            return this;
        }

        public Builder mirror(@Nullable Path directory) {
            mirror = directory;
            return this;
        }

        public Builder mirrorOnLoss(OnLoss reaction) {
            mirrorOnLoss = reaction;
            return this;
        }

        public Builder mirrorForceMax(Duration time) {
            mirrorForceMax = time;
            return this;
        }

        public Builder loneCopy(LoneCopy accepted) {
            loneCopy = accepted;
            return this;
        }

        public Builder acceptedKeys(@Nullable AcceptedKeys accepted) {
            acceptedKeys = accepted;
            return this;
        }

        public Builder space(SpaceSettings bounds) {
            space = bounds;
            return this;
        }

        public JournalSettings build() {
            return new JournalSettings(this);
        }
    }
}
