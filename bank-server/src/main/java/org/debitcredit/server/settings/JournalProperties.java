package org.debitcredit.server.settings;

import java.util.OptionalLong;
import org.debitcredit.mirror.OnLoss;
import org.debitcredit.recovery.JournalKind;
import org.debitcredit.recovery.JournalSettings;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How the journal is kept, {@code bank.journal.*}.
 *
 * @param kind chronicle or file
 * @param epoch size from which on a new epoch begins
 * @param fillAhead how far the journal writes zeros ahead
 * @param mirror the second copy
 * @param acceptLossAfter last position before a damage whose loss the operator accepts
 */
public record JournalProperties(
        @DefaultValue("chronicle") String kind,
        @DefaultValue("1GB") DataSize epoch,
        @DefaultValue("64MB") DataSize fillAhead,
        @DefaultValue MirrorProperties mirror,
        @Nullable Long acceptLossAfter) {

    /** Zeros ahead must hold the largest document, 16 MiB, whole: a segment takes it in one piece. */
    private static final DataSize FILL_AHEAD_MIN = DataSize.ofMegabytes(1);

    private static final DataSize SEGMENT_MIN = DataSize.ofMegabytes(17);

    public JournalProperties {
        boolean isFile;
        try {
            isFile = JournalKind.parse(kind) == JournalKind.FILE;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("bank.journal.kind: " + e.getMessage());
        }
        DataSize least = isFile ? SEGMENT_MIN : FILL_AHEAD_MIN;
        if (fillAhead.compareTo(least) < 0) {
            throw new IllegalArgumentException(
                    "bank.journal.fill-ahead is " + fillAhead + "; it must be at least " + least.toMegabytes() + "MB");
        }
        if (epoch.compareTo(DataSize.ofMegabytes(1)) < 0) {
            throw new IllegalArgumentException("bank.journal.epoch is " + epoch + "; it must be at least 1MB");
        }
        if (acceptLossAfter != null && acceptLossAfter < 0) {
            throw new IllegalArgumentException(
                    "bank.journal.accept-loss-after is " + acceptLossAfter + "; it must be a position, at least 0");
        }
    }

    JournalSettings settings() {
        return new JournalSettings(
                JournalKind.parse(kind),
                epoch.toBytes(),
                fillAhead.toBytes(),
                acceptLossAfter == null ? OptionalLong.empty() : OptionalLong.of(acceptLossAfter),
                mirror.directory(),
                OnLoss.parse(mirror.onLoss()),
                mirror.acceptLoneCopy());
    }
}
