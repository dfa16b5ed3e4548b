package org.debitcredit.snapshot;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.debitcredit.bank.BankScale;
import org.debitcredit.storage.DataFile;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.MediumLoss;

/** The snapshots of a bank, the same on every medium. */
public final class SnapshotStore {

    private static final Pattern NAME = Pattern.compile("snapshot-(\\d{19})");
    private static final String LAST = name(Long.MAX_VALUE);
    private static final String UNFINISHED = ".unfinished";
    /**
     * A snapshot that is no longer needed, whose file the next one overwrites, so that nothing is allocated or freed.
     */
    private static final String SPARE = "spare" + UNFINISHED;

    private final List<Folder> folders;
    private final MediumLoss media;

    /** @param folders one on each medium; failures are thrown to the caller */
    public SnapshotStore(List<Folder> folders) {
        this(folders, MediumLoss.STOP);
    }

    /**
     * @param folders one on each medium, by number
     * @param media decides how the others are used when one fails
     */
    public SnapshotStore(List<Folder> folders, MediumLoss media) {
        this.folders = List.copyOf(folders);
        this.media = media;
    }

    /** Bytes of a snapshot of a bank of this scale. */
    public static long bytes(BankScale scale) {
        return new SnapshotPage(0, scale).bytes();
    }

    /** One on each medium. */
    public List<Folder> folders() {
        return folders;
    }

    /** A step on one medium. */
    @FunctionalInterface
    interface Step {
        void on(int medium) throws IOException;
    }

    /** Executes a step on every medium that is not lost. A medium that fails is then lost. */
    void onEach(Step step) throws IOException {
        for (int medium = 0; medium < folders.size(); medium++) {
            if (!media.isLost(medium)) {
                on(medium, step);
            }
        }
    }

    /** Executes a step on every medium, including lost ones. A medium that fails is lost. */
    void onAll(Step step) throws IOException {
        for (int medium = 0; medium < folders.size(); medium++) {
            on(medium, step);
        }
    }

    private void on(int medium, Step step) throws IOException {
        try {
            step.on(medium);
        } catch (IOException e) {
            media.lost(medium, e);
        }
    }

    static String name(long position) {
        return String.format(Locale.ROOT, "snapshot-%019d", position);
    }

    static String unfinished(String name) {
        return name + UNFINISHED;
    }

    /** Receives files that are no longer usable as snapshots. */
    @FunctionalInterface
    public interface DamageVisitor {
        void damaged(SnapshotDamage damage);
    }

    /**
     * Published snapshots whose first and last pages are whole and can be read, the newest first, of every medium that
     * is not lost. A snapshot on several media is listed once for each: the next copy is tried if a page of the
     * previous one is damaged.
     *
     * @throws org.debitcredit.storage.WrittenByLaterRelease if one of them is of a later version, because no older one
     *     may be used instead
     */
    public List<Snapshot> newestFirst(DamageVisitor visitor) throws IOException {
        return newestFirst((name, damage) -> visitor.damaged(damage));
    }

    /** Receives the damaged files of snapshots, with their names. */
    @FunctionalInterface
    interface NamedDamageVisitor {
        void damaged(String name, SnapshotDamage damage);
    }

    /** The same with the names of the damaged files. */
    List<Snapshot> newestFirst(NamedDamageVisitor visitor) throws IOException {
        List<Snapshot> found = new ArrayList<>();
        for (int medium = 0; medium < folders.size(); medium++) {
            if (!media.isLost(medium)) {
                Folder folder = folders.get(medium);
                for (String name : names(folder)) {
                    try {
                        found.add(Snapshot.open(folder, name));
                    } catch (SnapshotDamage damage) {
                        visitor.damaged(name, damage);
                    } catch (IOException e) {
                        visitor.damaged(name, new SnapshotDamage(folder.place(name) + " cannot be read: " + e));
                    }
                }
            }
        }
        found.sort(Comparator.comparing(Snapshot::name).reversed());
        return List.copyOf(found);
    }

    /**
     * Copies a snapshot of another store into this one, page by page, each checked.
     *
     * @throws SnapshotDamage if a page is damaged or cannot be read; nothing is left of the copy then
     */
    public void copy(Snapshot snapshot, Snapshot.PageProgress progress) throws IOException {
        for (Folder folder : folders) {
            String unfinished = unfinished(snapshot.name());
            try (DataFile file = folder.create(unfinished)) {
                snapshot.copyTo(file, progress);
                file.force();
            } catch (SnapshotDamage damage) {
                folder.deleteInPieces(unfinished);
                throw damage;
            }
            folder.rename(unfinished, snapshot.name());
            folder.force();
        }
    }

    /**
     * Removes published snapshots that begin before a position, by renaming. The first becomes the spare; the bytes of
     * any others are freed.
     */
    public void deleteBefore(long position) throws IOException {
        onEach(medium -> {
            Folder folder = folders.get(medium);
            boolean hasSpare = folder.names().contains(SPARE);
            List<String> outOfSight = new ArrayList<>();
            for (String name : names(folder)) {
                if (position(name) < position && hasSpare) {
                    folder.rename(name, unfinished(name));
                    outOfSight.add(unfinished(name));
                } else if (position(name) < position) {
                    folder.rename(name, SPARE);
                    hasSpare = true;
                }
            }
            folder.force();
            for (String name : outOfSight) {
                folder.deleteInPieces(name);
            }
        });
    }

    /**
     * Opens the file of a snapshot to be: the spare one, to be overwritten, or a new one.
     *
     * @param bytes length of the whole
     */
    DataFile begin(int medium, String name, long bytes) throws IOException {
        Folder folder = folders.get(medium);
        if (folder.names().contains(SPARE)) {
            DataFile file = folder.open(SPARE);
            try {
                if (file.size() == bytes) {
                    folder.rename(SPARE, unfinished(name));
                    return file;
                }
            } catch (IOException | RuntimeException e) {
                file.close();
                throw e;
            }
            file.close();
            folder.delete(SPARE);
        }
        return folder.create(unfinished(name));
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

    /** Deletes what is left of snapshots that were never published, and the spare file. */
    public void deleteUnfinished() throws IOException {
        onEach(medium -> {
            Folder folder = folders.get(medium);
            for (String name : folder.names()) {
                if (name.endsWith(UNFINISHED)) {
                    folder.delete(name);
                }
            }
            folder.force();
        });
    }

    /** Whether the medium {@code to} has snapshots that the medium {@code from} has not. */
    public static boolean hasOthers(Folder from, Folder to) throws IOException {
        return !names(from).containsAll(names(to));
    }

    /**
     * Deletes from the medium {@code to} the snapshots that are older than the oldest one of the medium {@code from};
     * none if that has none.
     */
    public static void deleteSurplus(Folder from, Folder to) throws IOException {
        List<String> there = names(from);
        for (String name : names(to)) {
            if (!there.isEmpty() && name.compareTo(Collections.min(there)) < 0) {
                to.delete(name);
            }
        }
        to.force();
    }

    /**
     * Copies to a medium the intact snapshots of another one that are missing, damaged or unreadable there in the first
     * or last page. They are durable on return.
     */
    public static void copyMissing(Folder from, Folder to) throws IOException {
        for (String name : names(from)) {
            if (!isThere(to, name) && isWhole(from, name)) {
                copy(from, to, name);
            }
        }
        to.force();
    }

    private static boolean isThere(Folder folder, String name) {
        try {
            return folder.names().contains(name)
                    && Snapshot.open(folder, name).name().equals(name);
        } catch (SnapshotDamage | IOException unreadable) {
            return false;
        }
    }

    private static boolean isWhole(Folder folder, String name) {
        try {
            return Snapshot.open(folder, name).isWhole((done, total) -> {});
        } catch (SnapshotDamage | IOException unreadable) {
            return false;
        }
    }

    private static void copy(Folder from, Folder to, String name) throws IOException {
        if (to.names().contains(unfinished(name))) {
            to.delete(unfinished(name));
        }
        ByteBuffer page = PageLayout.allocate();
        try (DataFile source = from.open(name);
                DataFile file = to.create(unfinished(name))) {
            for (long at = 0; source.readFully(page.clear(), at); at += PageLayout.PAGE_BYTES) {
                file.write(page.flip(), at);
            }
            file.force();
        }
        to.rename(unfinished(name), name);
        to.force();
    }

    private static List<String> names(Folder folder) throws IOException {
        List<String> names = new ArrayList<>();
        for (String name : folder.names()) {
            if (NAME.matcher(name).matches() && name.compareTo(LAST) <= 0) {
                names.add(name);
            }
        }
        return names;
    }

    /** Position at which the snapshot of this name starts. */
    static long position(String name) {
        Matcher matcher = NAME.matcher(name);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(name + " is not the name of a snapshot");
        }
        return Long.parseLong(matcher.group(1));
    }
}
