package org.debitcredit.probe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.probe.JournalRow.Journaled;

/**
 * Compares every kind of journal with the bare disk (its floor): the same bytes per group from one buffer over a
 * prepared file, and fdatasync. In each round every group size is run by the floor and by each kind, next to one
 * another; each kind begins a new journal each round, and another size is first each round, because the first one
 * shares the disk with the zeros that a new journal lays out ahead.
 */
final class JournalDuel {

    static final List<Integer> GROUPS = List.of(1, 16, 256, 1_000, 10_000);

    private static final int TRANSACTIONS_MAX = Collections.max(GROUPS);
    private static final int BATCHES = 8;

    private final List<ProbedJournal> kinds;
    private final List<Group> groups = new ArrayList<>();

    /** What one group size needs, and what it gathers. */
    private record Group(
            int transactions, BatchSupply supply, ByteBuffer block, Cell floor, Map<ProbedJournal, Cell> journals) {

        static Group of(int transactions, List<ProbedJournal> kinds) throws IOException {
            Map<ProbedJournal, Cell> journals = new LinkedHashMap<>();
            kinds.forEach(kind -> journals.put(kind, new Cell()));
            ByteBuffer block = RandomBytes.block(DocumentBytes.of(transactions), transactions);
            return new Group(transactions, new BatchSupply(transactions, BATCHES), block, new Cell(), journals);
        }

        JournalRow row() {
            MeasuredOperation bare = floor.measured();
            List<Journaled> measured = new ArrayList<>();
            journals.forEach((kind, cell) -> {
                MeasuredOperation forces = cell.measured();
                double ofFloor = Median.ofRatios(forces.byRound(), bare.byRound());
                measured.add(new Journaled(kind.name(), forces, ofFloor));
            });
            return new JournalRow(transactions, block.capacity(), bare, List.copyOf(measured));
        }
    }

    /** A journal of one round. */
    private record OpenJournal(ProbedJournal kind, Journal journal, JournalWriter writer) {

        /**
         * Writes so much to a journal that recycles that it reuses its files from then on, as after some time of work.
         */
        void layOut(long bytes) throws IOException {
            if (!kind.recycles()) {
                return;
            }
            BatchSupply supply = new BatchSupply(TRANSACTIONS_MAX, 1);
            long group = DocumentBytes.of(TRANSACTIONS_MAX);
            for (long written = 0; written < bytes; written += group) {
                writer.append(supply.next(writer.position() + 1));
            }
            writer.force();
        }

        /** Releases everything that was written so far, as a snapshot does. */
        void recycle() throws IOException {
            if (kind.recycles()) {
                writer.beginNextEpoch();
                journal.removeThrough(writer.epochNumber() - 1);
            }
        }
    }

    JournalDuel(List<ProbedJournal> kinds) throws IOException {
        this.kinds = kinds;
        for (int transactions : GROUPS) {
            groups.add(Group.of(transactions, kinds));
        }
    }

    int operations() {
        return GROUPS.size() * (1 + kinds.size());
    }

    /** One bout of each, on journals that are new and gone at the end. */
    void round(int round, Scratch scratch, Path prepared, Slice slice, long fillAheadBytes, ProbeProgress progress)
            throws IOException {
        Map<ProbedJournal, OpenJournal> journals = new LinkedHashMap<>();
        try {
            for (ProbedJournal kind : kinds) {
                Journal journal = kind.opener().open(directory(scratch, kind), fillAheadBytes);
                OpenJournal open = new OpenJournal(kind, journal, JournalRun.begin(journal, TRANSACTIONS_MAX));
                journals.put(kind, open);
                open.layOut(2 * slice.bytesMax());
            }
            for (int turn = 0; turn < groups.size(); turn++) {
                Group group = groups.get((round + turn) % groups.size());
                progress.at("journal, " + group.transactions + " transactions per force");
                bouts(group, journals, prepared, slice);
            }
        } finally {
            for (OpenJournal journal : journals.values()) {
                journal.writer.close();
            }
            for (ProbedJournal kind : kinds) {
                Scratch.delete(directory(scratch, kind));
            }
        }
    }

    List<JournalRow> rows() {
        return groups.stream().map(Group::row).toList();
    }

    private static Path directory(Scratch scratch, ProbedJournal kind) {
        return scratch.file("journal-" + kind.name());
    }

    private static void bouts(Group group, Map<ProbedJournal, OpenJournal> journals, Path prepared, Slice slice)
            throws IOException {
        try (Operation floor = ChannelBlocks.circling(prepared, group.block)) {
            group.floor.add(slice.bout(floor));
        }
        for (Map.Entry<ProbedJournal, Cell> journal : group.journals.entrySet()) {
            OpenJournal open = journals.get(journal.getKey());
            if (open != null) {
                open.recycle();
                journal.getValue().add(slice.bout(new JournalRun(open.writer, group.supply), group.block.capacity()));
            }
        }
    }
}
