package org.debitcredit.laboratory;

import java.io.IOException;
import org.debitcredit.streams.SecondListener;
import org.debitcredit.streams.StreamSettings;

/** The target of a bench's streams. */
sealed interface BenchTarget permits BenchInProcess, BenchService, BenchPlainSql {

    /**
     * Runs the streams to their end.
     *
     * @throws IllegalStateException when a stream broke off, or an answer was not the one that a DebitCredit always
     *     gets
     */
    BenchFigures run(StreamSettings settings, SecondListener listener) throws IOException;
}
