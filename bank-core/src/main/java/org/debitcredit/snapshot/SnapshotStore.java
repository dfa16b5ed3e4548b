package org.debitcredit.snapshot;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.debitcredit.storage.DataFile;
import org.debitcredit.storage.Folder;

/** The snapshots of a bank, the same on every medium. */
public final class SnapshotStore {

    private static final Pattern NAME = Pattern.compile("snapshot-(\\d{19})");
    private static final String UNFINISHED = ".unfinished";

    private final List<Folder> folders;

    /**
     * @param folders one on each medium
     */
    public SnapshotStore(List<Folder> folders) {
        this.folders = folders;
    }

    /** One on each medium. */
    public List<Folder> folders() {
        return folders;
    }

    static String name(long position) {
        return String.format(Locale.ROOT, "snapshot-%019d", position);
    }

    static String unfinished(String name) {
        return name + UNFINISHED;
    }

    /** Is told of files that are no snapshots any more. */
    @FunctionalInterface
    public interface DamageVisitor {
        void damaged(SnapshotDamage damage);
    }

    /**
     * Published snapshots whose first and last pages are whole, the newest first; where one medium's is damaged, the
     * other's.
     */
    public List<Snapshot> newestFirst(DamageVisitor visitor) throws IOException {
        TreeMap<String, Snapshot> found = new TreeMap<>(Comparator.reverseOrder());
        for (Folder folder : folders) {
            for (String name : names(folder)) {
                try {
                    if (!found.containsKey(name)) {
                        found.put(name, Snapshot.open(folder, name));
                    }
                } catch (SnapshotDamage damage) {
                    visitor.damaged(damage);
                }
            }
        }
        return List.copyOf(found.values());
    }

    /** Copies a snapshot of another store into this one, page by page, each checked. */
    public void copy(Snapshot snapshot, Snapshot.PageProgress progress) throws IOException {
        for (Folder folder : folders) {
            String unfinished = unfinished(snapshot.name());
            try (DataFile file = folder.create(unfinished)) {
                snapshot.copyTo(file, progress);
                file.force();
            }
            folder.rename(unfinished, snapshot.name());
            folder.force();
        }
    }

    /** Deletes published snapshots that begin before a position. */
    public void deleteBefore(long position) throws IOException {
        for (Folder folder : folders) {
            for (String name : names(folder)) {
                if (position(name) < position) {
                    folder.delete(name);
                }
            }
            folder.force();
        }
    }

    /** Deletes a snapshot on every medium. */
    public void delete(Snapshot snapshot) throws IOException {
        for (Folder folder : folders) {
            if (folder.names().contains(snapshot.name())) {
                folder.delete(snapshot.name());
            }
            folder.force();
        }
    }

    /** Deletes what a crash left of snapshots that were never published. */
    public void deleteUnfinished() throws IOException {
        for (Folder folder : folders) {
            for (String name : folder.names()) {
                if (name.endsWith(UNFINISHED)) {
                    folder.delete(name);
                }
            }
            folder.force();
        }
    }

    private static List<String> names(Folder folder) throws IOException {
        List<String> names = new ArrayList<>();
        for (String name : folder.names()) {
            if (NAME.matcher(name).matches()) {
                names.add(name);
            }
        }
        return names;
    }

    private static long position(String name) {
        Matcher matcher = NAME.matcher(name);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(name + " is no snapshot's name");
        }
        return Long.parseLong(matcher.group(1));
    }
}
