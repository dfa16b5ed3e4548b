package org.debitcredit.probe;

import java.io.IOException;
import java.nio.file.Path;
import org.debitcredit.journal.ChronicleJournal;
import org.debitcredit.journal.JournalWriter;

/** Chronicle with zeros ahead of it against Chronicle without, in turn, whose turn is first alternating. */
final class FillAheadDuel {

    static final int OPERATIONS = 2;

    private static final int TRANSACTIONS = 256;
    private static final int BATCHES = 8;

    private final Cell on = new Cell();
    private final Cell off = new Cell();
    private final BatchSupply supply = new BatchSupply(TRANSACTIONS, BATCHES);
    private final int bytes;

    FillAheadDuel() throws IOException {
        bytes = DocumentBytes.of(TRANSACTIONS);
    }

    FillAheadRow measure(Scratch scratch, Rounds rounds, long fillAheadBytes, ProbeProgress progress)
            throws IOException {
        Path filled = scratch.file("filled");
        Path bare = scratch.file("bare");
        try (JournalWriter withZeros = JournalRun.begin(ChronicleJournal.open(filled, fillAheadBytes), TRANSACTIONS);
                JournalWriter without = JournalRun.begin(ChronicleJournal.open(bare, 0), TRANSACTIONS)) {
            for (int round = 0; round < Rounds.COUNT; round++) {
                progress.at("chronicle with and without zeros ahead");
                if (round % 2 == 0) {
                    on.add(bout(withZeros, rounds));
                    off.add(bout(without, rounds));
                } else {
                    off.add(bout(without, rounds));
                    on.add(bout(withZeros, rounds));
                }
            }
        } finally {
            Scratch.delete(filled);
            Scratch.delete(bare);
        }
        Measured with = on.measured();
        Measured none = off.measured();
        return new FillAheadRow(TRANSACTIONS, with, none, Median.ofRatios(with.byRound(), none.byRound()));
    }

    private Bout bout(JournalWriter writer, Rounds rounds) throws IOException {
        return rounds.bout(new JournalRun(writer, supply), bytes);
    }
}
