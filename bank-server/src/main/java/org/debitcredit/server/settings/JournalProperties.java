package org.debitcredit.server.settings;

import java.time.LocalDate;
import java.util.OptionalLong;
import org.debitcredit.mirror.OnLoss;
import org.debitcredit.settings.AcceptedKeys;
import org.debitcredit.settings.AcceptedLoss;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.settings.SpaceSettings;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How the journal is kept, {@code bank.journal.*}.
 *
 * @param kind chronicle or file
 * @param epoch size from which on a new epoch begins
 * @param fillAhead how far the journal writes zeros ahead; the length of a segment where it has segments
 * @param bytesMax how much space the journal may take until a snapshot has freed some of it; chosen at the start when
 *     null
 * @param mirror the second copy
 * @param acceptLossAfter last position before a damage whose loss the operator accepts
 * @param acceptKeyLossThrough last position before the intact part; the operator accepts the loss of the keys up to it
 * @param acceptKeysFrom the current day, after a wrong clock was corrected: forgotten keys of the future then no longer
 *     expire others
 */
public record JournalProperties(
        @DefaultValue("chronicle") String kind,
        @DefaultValue("1GB") DataSize epoch,
        @DefaultValue("64MB") DataSize fillAhead,
        @Nullable DataSize bytesMax,
        @NestedConfigurationProperty @DefaultValue MirrorProperties mirror,
        @Nullable Long acceptLossAfter,
        @Nullable Long acceptKeyLossThrough,
        @Nullable LocalDate acceptKeysFrom) {

    public JournalProperties {
        try {
            JournalKind.parse(kind);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("bank.journal.kind: " + e.getMessage());
        }
        Limit.JOURNAL_EPOCH.require(epoch);
        Limit.JOURNAL_FILL_AHEAD.require(fillAhead);
        if (bytesMax != null) {
            Limit.JOURNAL_BYTES_MAX.require(bytesMax);
        }
        if (acceptLossAfter != null) {
            Limit.JOURNAL_ACCEPT_LOSS_AFTER.require(acceptLossAfter);
        }
        if (acceptKeyLossThrough != null) {
            Limit.JOURNAL_ACCEPT_KEY_LOSS_THROUGH.require(acceptKeyLossThrough);
        }
    }

    /** Whether the journal has segments, of the length {@link #fillAhead}. */
    boolean isFile() {
        return JournalKind.parse(kind) == JournalKind.FILE;
    }

    /** How the journal is kept, and how much of the disk may be taken. */
    JournalSettings settings(SpaceSettings space) {
        return JournalSettings.builder(JournalKind.parse(kind))
                .epochBytes(epoch.toBytes())
                .fillAheadBytes(fillAhead.toBytes())
                .acceptedLoss(new AcceptedLoss(optional(acceptLossAfter), optional(acceptKeyLossThrough)))
                .mirror(mirror.directory())
                .mirrorOnLoss(OnLoss.parse(mirror.onLoss()))
                .mirrorForceMax(mirror.forceMax())
                .loneCopy(mirror.loneCopy())
                .acceptedKeys(acceptKeysFrom == null ? null : new AcceptedKeys(acceptKeysFrom))
                .space(space)
                .build();
    }

    private static OptionalLong optional(@Nullable Long position) {
        return position == null ? OptionalLong.empty() : OptionalLong.of(position);
    }
}
