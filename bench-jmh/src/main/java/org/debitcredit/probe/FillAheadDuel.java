package org.debitcredit.probe;

import java.io.Closeable;
import java.io.IOException;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.journal.chronicle.ChronicleJournal;

/** Compares Chronicle with and without zeros ahead, in turn, with alternating order. */
final class FillAheadDuel implements Closeable {

    static final int OPERATIONS = 2;

    private static final int TRANSACTIONS = 256;
    private static final int BATCHES = 8;

    private final Cell on = new Cell();
    private final Cell off = new Cell();
    private final BatchSupply supply = new BatchSupply(TRANSACTIONS, BATCHES);
    private final int bytes;
    private final JournalWriter withZeros;
    private final JournalWriter without;

    private FillAheadDuel(JournalWriter withZeros, JournalWriter without) throws IOException {
        this.withZeros = withZeros;
        this.without = without;
        this.bytes = DocumentBytes.of(TRANSACTIONS);
    }

    /** Begins both journals, which live until closed. */
    static FillAheadDuel in(Scratch scratch, long fillAheadBytes) throws IOException {
        JournalWriter withZeros =
                JournalRun.begin(ChronicleJournal.open(scratch.file("filled"), fillAheadBytes), TRANSACTIONS);
        try {
            return new FillAheadDuel(
                    withZeros, JournalRun.begin(ChronicleJournal.open(scratch.file("bare"), 0), TRANSACTIONS));
        } catch (IOException e) {
            withZeros.close();
            throw e;
        }
    }

    void round(int round, Slice slice, ProbeProgress progress) throws IOException {
        progress.at("chronicle with and without zeros ahead");
        boolean zerosFirst = round % 2 == 0;
        bout(zerosFirst, slice);
        bout(!zerosFirst, slice);
    }

    private void bout(boolean zeros, Slice slice) throws IOException {
        Cell cell = zeros ? on : off;
        cell.add(slice.bout(new JournalRun(zeros ? withZeros : without, supply), bytes));
    }

    FillAheadRow row() {
        MeasuredOperation with = on.measured();
        MeasuredOperation none = off.measured();
        return new FillAheadRow(TRANSACTIONS, with, none, Median.ofRatios(with.byRound(), none.byRound()));
    }

    @Override
    public void close() throws IOException {
        try (withZeros) {
            without.close();
        }
    }
}
