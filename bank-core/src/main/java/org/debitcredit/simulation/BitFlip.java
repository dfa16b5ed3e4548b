package org.debitcredit.simulation;

import java.io.IOException;
import java.util.List;
import java.util.random.RandomGenerator;
import org.debitcredit.journal.JournalDamage;

/**
 * One bit of a copy of the disk changes while no process runs, and the bank is started on the copy. A snapshot's bit must
 * cost nothing: the other snapshot serves, and the journal behind it is kept. A bit of the journal may make the bank
 * refuse; if it starts, everything must be there. One case cannot be told from a torn write without a mirror: the bit
 * was the last document's, which is then cut off and counted.
 */
final class BitFlip {

    private static final int SNAPSHOT_PAGE_BYTES = 64 << 10;

    private final SimulatedDisk disk;
    private final Terms terms;
    private final Clients clients;
    private final Judge judge;
    private final RandomGenerator random;
    private final Parts parts;
    private final Trace trace;

    BitFlip(
            SimulatedDisk original,
            Terms terms,
            Clients clients,
            Judge judge,
            RandomGenerator random,
            Parts parts,
            Trace trace) {
        this.disk = original.copy();
        this.terms = terms;
        this.clients = clients;
        this.judge = judge;
        this.random = random;
        this.parts = parts;
        this.trace = trace;
    }

    void play() {
        boolean isSnapshot = random.nextBoolean();
        SimulatedFolder folder = disk.folder(isSnapshot ? "snapshots" : "journal");
        List<String> names = folder.names();
        if (names.isEmpty()) {
            return;
        }
        String name = names.get(random.nextInt(names.size()));
        long size = folder.size(name);
        if (size == 0) {
            return;
        }
        long at = isSnapshot ? ofSnapshot(size) : random.nextLong(size);
        folder.flipBit(name, at, random.nextInt(8));
        trace.add("flipped a bit of", name, at, 0);
        try {
            Life life = new Life(disk, DiskFaults.NONE, terms, clients, judge, random, parts, true);
            judgeStart(life, isSnapshot);
        } catch (JournalDamage | IllegalStateException | IllegalArgumentException refusal) {
            trace.add("refused");
            if (isSnapshot) {
                judge.report("one bit of " + name + " at " + at + " keeps the bank from starting", refusal);
            }
        } catch (IOException e) {
            judge.report("one bit of " + name + " at " + at + " makes reading fail", e);
        }
    }

    /** Most of a tiny bank's snapshot is zeros; its numbers stand at the beginning of each page. */
    private long ofSnapshot(long size) {
        long page = random.nextLong(Math.max(1, size / SNAPSHOT_PAGE_BYTES)) * SNAPSHOT_PAGE_BYTES;
        int inPage = random.nextInt(random.nextInt(4) == 0 ? SNAPSHOT_PAGE_BYTES : 96);
        return Math.min(size - 1, page + inPage);
    }

    private void judgeStart(Life life, boolean isSnapshot) {
        ModelBank model = judge.model();
        long found = life.bank().recovered().position();
        trace.add("started", "", found, life.bank().recovered().documentsCut());
        boolean isWhole = found == model.position();
        boolean isLastCut = !isSnapshot
                && found == model.lastGroupFrom()
                && life.bank().recovered().documentsCut() > 0;
        if (!isWhole && !isLastCut) {
            judge.report(
                    "after one flipped bit the bank came back at position " + found + " of " + model.position()
                            + ", documents cut: " + life.bank().recovered().documentsCut(),
                    null);
            return;
        }
        ModelBalances balances = isWhole ? model.balances() : model.balancesAt(found);
        judge.compareAll(life.bank(), balances, found, clients.keysToLookUp());
    }
}
