package org.debitcredit.directory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.founding.BankRecord;
import org.debitcredit.founding.BankRecordFile;
import org.debitcredit.founding.BankRecords;
import org.debitcredit.founding.FoundingRefused;
import org.debitcredit.mirror.MirrorRecord;
import org.debitcredit.storage.DataDirectory;
import org.debitcredit.storage.MediumLoss;
import org.jspecify.annotations.Nullable;

/**
 * Traces of a bank that is or was in a data directory. No bank is founded in a directory with any trace of one: the
 * keys that the earlier bank has executed would be unknown to the new one, and would be executed again. This class only
 * reads; an empty mount point is not changed.
 *
 * @param data the directory
 * @param found what is there, in words
 * @param record its record; null if it has no intact one
 * @param hasHistory whether there are files that only a bank with transactions has
 * @param isPartOfRestore whether a restore into it did not finish
 */
record BankTraces(
        DataDirectory data,
        List<String> found,
        @Nullable BankRecord record,
        boolean hasHistory,
        boolean isPartOfRestore) {

    private static final Predicate<String> JOURNAL_FILE =
            Pattern.compile("epoch-\\d+|segment-\\d+|" + MirrorRecord.NAME).asMatchPredicate();
    private static final Predicate<String> SNAPSHOT =
            Pattern.compile("snapshot-\\d+").asMatchPredicate();
    private static final Predicate<String> EPOCH = Pattern.compile("epoch-\\d+").asMatchPredicate();
    private static final Predicate<String> BACKUP = Pattern.compile("backup-.*").asMatchPredicate();
    private static final Predicate<String> JOURNAL_ASIDE =
            Pattern.compile("journal-(aside-.*|replacement)").asMatchPredicate();

    private static final Predicate<String> ARCHIVE_ASIDE =
            Pattern.compile("archive-aside-.*").asMatchPredicate();

    static BankTraces of(DataDirectory data) throws IOException {
        List<String> found = new ArrayList<>();
        BankRecord record = null;
        if (data.exists() && BankRecordFile.isIn(data.forReading())) {
            record = BankRecordFile.read(data.forReading());
            found.add("the bank's record (" + BankRecordFile.NAME + ")");
        }
        add(found, "a journal", data, BankFolders.JOURNAL, JOURNAL_FILE);
        add(found, "a journal that was set aside", data, "", JOURNAL_ASIDE);
        int beforeHistory = found.size();
        add(found, "snapshots", data, BankFolders.SNAPSHOTS, SNAPSHOT);
        add(found, "archived epochs", data, BankFolders.ARCHIVE, EPOCH);
        add(found, "archived epochs that were set aside", data, "", ARCHIVE_ASIDE);
        add(found, "backups", data, "backups", BACKUP);
        boolean hasHistory = found.size() > beforeHistory;
        // A restore moves the journal last, so beside a journal it means nothing.
        int others = found.size();
        if (data.entries(BankFolders.JOURNAL).stream().noneMatch(JOURNAL_FILE)) {
            add(found, "a part of a bank from a restore that did not finish", data, BankFolders.RESTORED, name -> true);
        }
        return new BankTraces(data, List.copyOf(found), record, hasHistory, found.size() > others);
    }

    private static void add(List<String> found, String what, DataDirectory data, String folder, Predicate<String> name)
            throws IOException {
        if (data.entries(folder).stream().anyMatch(name)) {
            found.add(what + " (" + (folder.isEmpty() ? name(data) : folder) + ")");
        }
    }

    private static String name(DataDirectory data) {
        return data.place().substring(data.place().lastIndexOf('/') + 1);
    }

    /**
     * Returns if a bank can be founded in the given directories, a data directory and its mirror.
     *
     * @throws FoundingRefused if one of them has a trace of a bank; a founding that was interrupted can be repeated
     */
    static void requireNone(List<? extends DataDirectory> directories) throws IOException {
        for (DataDirectory data : directories) {
            BankTraces traces = of(data);
            traces.requireNoRestore();
            if (traces.hasBank()) {
                throw new FoundingRefused("no bank is founded in " + data + ", because " + traces
                        + ". To start the bank that is there, leave the founding out. To found another one, use a"
                        + " new directory"
                        + (traces.hasFoundingRecord()
                                ? ". According to its record, a founding was interrupted here: if nothing else ever "
                                        + "was, move the files that are of another bank away, and found it again"
                                : ""));
            }
        }
    }

    /**
     * Begins to found a bank in the given directories: its identity is recorded durably before anything else exists. If
     * an earlier founding was interrupted, its record is kept.
     */
    static void beginFounding(List<? extends DataDirectory> directories, BankIdentity identity) throws IOException {
        BankRecord begun = null;
        for (DataDirectory data : directories) {
            BankRecord record = of(data).record;
            if (record != null && begun != null && !record.identity().equals(begun.identity())) {
                throw new FoundingRefused(
                        data + " is being founded as bank " + record.identity() + ", " + directories.get(0)
                                + " as bank " + begun.identity() + ". Remove the one that you do not want");
            }
            begun = record == null ? begun : record;
        }
        for (DataDirectory data : directories) {
            BankRecords records = new BankRecords(List.of(data.root()), 0, MediumLoss.STOP);
            data.forceName();
            records.beginFounding(begun == null ? identity : begun.identity());
        }
    }

    /**
     * Returns if one of the given directories, a data directory and its mirror, contains a bank.
     *
     * @throws FoundingRefused if none of them does, or only an interrupted founding or restore
     */
    static void requireSome(List<? extends DataDirectory> directories) throws IOException {
        boolean isBeingFounded = false;
        for (DataDirectory data : directories) {
            BankTraces traces = of(data);
            traces.requireNoRestore();
            if (traces.hasBank()) {
                return;
            }
            isBeingFounded |= traces.isBeingFounded();
        }
        DataDirectory data = directories.get(0);
        if (isBeingFounded) {
            throw new FoundingRefused("the founding of the bank in " + data
                    + " was interrupted or refused. Found it again with the same options: bank found --data " + data
                    + ". If it had not reached a database yet, other options are possible too. If this is an older"
                    + " record, and the bank has transactions, that command says so and changes nothing");
        }
        throw new FoundingRefused("there is no bank in " + data + ": "
                + (data.exists() ? "the directory holds no files of a bank" : "the directory does not exist")
                + ". If it is on a separate disk, check that the disk is mounted. To found a new bank: bank found"
                + " --data " + data + " --branches N");
    }

    private void requireNoRestore() {
        if (isPartOfRestore) {
            throw new FoundingRefused(this + ". Remove what is in this directory, and then restore the bank again: "
                    + "bank restore FROM --data " + data);
        }
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    /**
     * Whether a founding was begun here and, according to the record and to the kinds of files, never finished. Nothing
     * can have been acknowledged then, if the journal has no transactions.
     */
    boolean isBeingFounded() {
        return hasFoundingRecord() && !hasHistory;
    }

    private boolean hasFoundingRecord() {
        return record != null && record.isFounding();
    }

    private boolean hasBank() {
        return !isEmpty() && !isBeingFounded();
    }

    @Override
    public String toString() {
        return isEmpty() ? data + " holds no files of a bank" : data + " holds " + String.join(", ", found);
    }
}
