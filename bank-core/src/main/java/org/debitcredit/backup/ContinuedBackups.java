package org.debitcredit.backup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.journal.Epochs;

/**
 * Which backups have a history that a new one continues. The new history is followed back from backup to backup, over
 * epochs that two of them have in common:
 *
 * <pre>
 *   backup 1   1 2 3             continued: backup 2 has epoch 3
 *   backup 2       3 4 5 6       continued: the new one has epoch 6
 *   new one              6 7 8
 * </pre>
 *
 * <p>An epoch has one parent, so all that is found is one chain, and a backup can only add epochs before its oldest.
 * The result does not depend on the order in which backups are looked at.
 */
final class ContinuedBackups {

    private final Function<Path, EpochArchive> archives;
    /** Epochs that the chain continues at their ends. A backup that ends in another one may hold what was given up. */
    private final Set<UUID> continued = new HashSet<>();

    private long oldest = Long.MAX_VALUE;

    /**
     * @param newest the history of the new backup
     * @param archives opens the epochs of a backup
     */
    ContinuedBackups(Epochs newest, Function<Path, EpochArchive> archives) {
        this.archives = archives;
        add(newest);
    }

    private void add(Epochs history) {
        for (int index = 0; index < history.size(); index++) {
            boolean isCutShort = index + 1 < history.size() && history.lossAccepted(index + 1);
            if (history.number(index) < oldest && !isCutShort) {
                continued.add(history.id(index));
            }
        }
        oldest = Math.min(oldest, history.number(0));
    }

    /**
     * Those whose last epoch is in the chain.
     *
     * @param isKnown whether a backup is known to be of the same history, though no common epoch may be left to show
     *     it. The chain then goes on with its epochs
     */
    List<OlderBackups.Older> among(List<OlderBackups.Older> backups, Predicate<OlderBackups.Older> isKnown) {
        List<OlderBackups.Older> newestFirst = new ArrayList<>(backups);
        newestFirst.sort(Comparator.comparingLong(OlderBackups.Older::number).reversed());
        List<OlderBackups.Older> found = new ArrayList<>();
        // The one that reaches back furthest first, because it makes it unnecessary to read most others.
        PriorityQueue<OlderBackups.Older> unread =
                new PriorityQueue<>(Comparator.comparingLong(OlderBackups.Older::first));
        for (OlderBackups.Older backup : newestFirst) {
            while (backup.number() < oldest && !unread.isEmpty()) {
                follow(unread.remove());
            }
            if (continued.contains(backup.last())) {
                found.add(backup);
                unread.add(backup);
            } else if (isKnown.test(backup)) {
                found.add(backup);
                follow(backup);
            }
        }
        return found;
    }

    /** Follows the history of a backup back as far as it is whole. */
    private void follow(OlderBackups.Older backup) {
        if (backup.first() >= oldest) {
            return;
        }
        try {
            Epochs history = Epochs.leadingTo(archives.apply(backup.path()), Long.MAX_VALUE);
            if (history.indexOf(backup.last()) >= 0) {
                add(history);
            }
        } catch (IOException | RuntimeException unreadable) {
            // It leads to no other.
        }
    }
}
