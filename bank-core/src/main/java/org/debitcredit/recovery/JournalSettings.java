package org.debitcredit.recovery;

import java.util.OptionalLong;

/**
 * How a bank's journal is kept.
 *
 * @param kind of journal
 * @param epochBytes size from which on a new epoch begins
 * @param fillAheadBytes how far zeros are written ahead; the length of a segment where the journal has segments
 * @param acceptLossAfter last position before a damage that the operator knows of and gives up what lies behind
 */
public record JournalSettings(JournalKind kind, long epochBytes, long fillAheadBytes, OptionalLong acceptLossAfter) {

    /** 1 GiB. */
    public static final long EPOCH_BYTES_DEFAULT = 1L << 30;

    /** 64 MiB. */
    public static final long FILL_AHEAD_BYTES_DEFAULT = 64L << 20;

    /** On Chronicle Queue, everything as usual. */
    public static final JournalSettings DEFAULT = of(JournalKind.CHRONICLE);

    /** Everything but the kind as usual. */
    public static JournalSettings of(JournalKind kind) {
        return new JournalSettings(kind, EPOCH_BYTES_DEFAULT, FILL_AHEAD_BYTES_DEFAULT, OptionalLong.empty());
    }
}
