package org.debitcredit.snapshot;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a copy of all snapshots of a store contains, and what it lacks.
 *
 * @param whole the snapshots that were copied, the newest first
 * @param lacking names of the snapshots of which no medium has a whole file
 * @param damages what is damaged: a line for each file, including those whose snapshot another medium has whole
 */
public record SnapshotCopies(List<Snapshot> whole, List<String> lacking, List<String> damages) {

    public SnapshotCopies {
        whole = List.copyOf(whole);
        lacking = List.copyOf(lacking);
        damages = List.copyOf(damages);
    }

    /**
     * Copies each snapshot once, from the first medium that has it whole. Damaged ones are passed over.
     *
     * @param through snapshots that end after this position are not copied
     */
    public static SnapshotCopies of(
            SnapshotStore store, long through, SnapshotStore into, Snapshot.PageProgress progress) throws IOException {
        Set<String> damaged = new TreeSet<>();
        List<String> damages = new ArrayList<>();
        List<Snapshot> whole = new ArrayList<>();
        List<Snapshot> files = store.newestFirst((name, damage) -> {
            damaged.add(name);
            damages.add(damage.getMessage());
        });
        String last = "";
        for (Snapshot snapshot : files) {
            if (!snapshot.name().equals(last) && snapshot.end().position() <= through) {
                try {
                    into.copy(snapshot, progress);
                    whole.add(snapshot);
                    last = snapshot.name();
                } catch (SnapshotDamage damage) {
                    damaged.add(snapshot.name());
                    damages.add(damage.getMessage());
                }
            }
        }
        whole.forEach(snapshot -> damaged.remove(snapshot.name()));
        damaged.removeIf(name -> SnapshotStore.position(name) > through);
        return new SnapshotCopies(whole, List.copyOf(damaged), damages);
    }
}
