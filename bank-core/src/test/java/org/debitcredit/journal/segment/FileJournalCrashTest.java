package org.debitcredit.journal.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import org.debitcredit.journal.RawEpoch;
import org.debitcredit.journal.RawEpoch.Found;
import org.debitcredit.storage.DyingFolder;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.MemoryFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Power is cut at every single change that a few laps of a journal make, removals and spares included. Whatever was
 * forced is still there, nothing else is taken for it, and nothing is called damage. In the build some second cuts
 * follow each first one, and pages are torn in one way for each size; with {@code -Dbank.journal.all-cuts=true} all of
 * them.
 */
class FileJournalCrashTest {

    private static final int ROOM = 1_024;
    private static final int SEGMENT_BYTES = Segment.FIRST_DOCUMENT_AT + ROOM;
    private static final int EPOCHS = 7;
    private static final boolean ALL = Boolean.getBoolean("bank.journal.all-cuts");
    private static final int TEARS = ALL ? 4 : 1;

    /** Between the second cuts that follow a first one; the next first one has others. */
    private static final int STRIDE = ALL ? 1 : 4;

    /** What the journal promised: the model that judges it. */
    private static final class Promises {
        final Map<Long, List<Integer>> forced = new TreeMap<>();
        final Map<Long, List<Integer>> appended = new TreeMap<>();
        final Map<Long, UUID> ids = new TreeMap<>();
        long begun;
        long removed;
        long removing;

        UUID id(long epoch) {
            return ids.getOrDefault(epoch, new UUID(0, 0));
        }
    }

    @ParameterizedTest(name = "torn in pieces of {0} bytes")
    @ValueSource(ints = {8, 64, 512, 4096})
    void a_power_cut_at_any_change_loses_nothing_forced_and_invents_nothing(int pieceBytes) throws IOException {
        MemoryFolder whole = new MemoryFolder();
        live(whole, new Promises());
        for (long change = 1; change <= whole.changes(); change++) {
            for (long seed = 0; seed < TEARS; seed++) {
                String run = "change " + change + " seed " + seed + " pieces " + pieceBytes;
                Promises promises = new Promises();
                MemoryFolder folder = new MemoryFolder().stopAt(change);
                liveUntilStopped(folder, promises);
                MemoryFolder after = folder.cutPower(new SplittableRandom(seed), pieceBytes);
                check(after, promises, run);
                live(after, promises);
                check(after, promises, run + ", next life");
            }
        }
    }

    @ParameterizedTest(name = "torn in pieces of {0} bytes")
    @ValueSource(ints = {8, 512})
    void a_second_power_cut_while_the_first_is_recovered_from_changes_nothing(int pieceBytes) throws IOException {
        MemoryFolder whole = new MemoryFolder();
        live(whole, new Promises());
        for (long change = 1; change <= whole.changes(); change += 3) {
            for (long second = 1 + change % STRIDE; second < 12; second += STRIDE) {
                Promises promises = new Promises();
                MemoryFolder folder = new MemoryFolder().stopAt(change);
                liveUntilStopped(folder, promises);
                MemoryFolder again = folder.cutPower(new SplittableRandom(change), pieceBytes)
                        .stopAt(second);
                liveUntilStopped(again, promises);
                MemoryFolder after = again.cutPower(new SplittableRandom(second), pieceBytes);
                check(after, promises, "changes " + change + " and " + second + " pieces " + pieceBytes);
            }
        }
    }

    @ParameterizedTest(name = "torn in pieces of {0} bytes")
    @ValueSource(ints = {8, 512})
    void what_a_killed_server_left_in_the_page_cache_is_durable_once_the_next_has_begun(int pieceBytes)
            throws IOException {
        MemoryFolder whole = new MemoryFolder();
        live(whole, new Promises());
        for (long change = 1; change <= whole.changes(); change++) {
            for (long second = 1 + change % STRIDE * 3; second < 40; second += 3 * STRIDE) {
                Promises promises = new Promises();
                MemoryFolder folder = new MemoryFolder().stopAt(change);
                liveUntilStopped(folder, promises);
                folder.stopAt(folder.changes() + second);
                liveUntilStopped(folder, promises);
                MemoryFolder after = folder.cutPower(new SplittableRandom(change + second), pieceBytes);
                check(after, promises, "killed at " + change + ", cut " + second + " later, pieces " + pieceBytes);
            }
        }
    }

    @Test
    void laps_are_written_into_the_segments_there_are() throws IOException {
        MemoryFolder folder = new MemoryFolder();
        Promises promises = new Promises();
        live(folder, promises);
        int segments = Segment.names(folder).size();
        for (int life = 0; life < 5; life++) {
            live(folder, promises);
        }
        assertThat(Segment.names(folder)).hasSizeLessThan(2 * segments);
        check(folder, promises, "after six lives");
    }

    @Test
    void an_error_at_any_call_leaves_a_journal_that_opens_with_everything_forced() throws IOException {
        for (int call = 1; ; call++) {
            Promises promises = new Promises();
            MemoryFolder folder = new MemoryFolder();
            DyingFolder.Planted planted = DyingFolder.atCall(call, folder, thread -> true);
            try {
                live(planted.folder(), promises);
            } catch (OutOfMemoryError e) {
                assertThat(e).hasMessageContaining("planted");
            }
            check(folder, promises, "error at call " + call);
            if (!planted.died().isDone()) {
                return;
            }
        }
    }

    @Test
    void a_power_cut_while_a_backlogs_segments_are_given_back_leaves_a_journal_that_opens() throws IOException {
        MemoryFolder whole = new MemoryFolder();
        giveBack(whole, new Promises());
        assertThat(Segment.names(whole)).as("of more than twenty").hasSizeLessThan(12);
        // The backlog's own appends are the first half.
        for (long change = whole.changes() / 2; change <= whole.changes(); change++) {
            for (long seed = 0; seed < 2; seed++) {
                String run = "change " + change + " seed " + seed;
                Promises promises = new Promises();
                MemoryFolder folder = new MemoryFolder().stopAt(change);
                try {
                    giveBack(folder, promises);
                } catch (IOException e) {
                    assertThat(e).hasMessageContaining("stopped at change");
                }
                MemoryFolder after = folder.cutPower(new SplittableRandom(seed), 512);
                check(after, promises, run);
                assertThat(after.names()).as(run).allMatch(name -> name.startsWith("segment-"));
                live(after, promises);
                check(after, promises, run + ", next life");
            }
        }
    }

    /** Many epochs, removed at once, and then a few small laps, between which whatever is not needed is deleted. */
    private static void giveBack(MemoryFolder folder, Promises promises) throws IOException {
        try (FileJournal journal = FileJournal.open(folder, SEGMENT_BYTES)) {
            for (long epoch = 1; epoch <= 12; epoch++) {
                journal.beginEpoch(epoch);
                if (epoch <= 8) {
                    appendGroups(journal, epoch, promises, 3, 700, 800, 500);
                } else {
                    appendGroups(journal, epoch, promises, 1, 100, 300);
                    promises.removing = epoch - 1;
                    journal.removeThrough(epoch - 1);
                    promises.removed = epoch - 1;
                    while (journal.fillOnce()) {
                        continue;
                    }
                }
            }
        }
    }

    private static void liveUntilStopped(MemoryFolder folder, Promises promises) {
        try {
            live(folder, promises);
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("stopped at change");
        }
    }

    /** Some epochs, the earlier ones removed while the later are written. */
    private static void live(Folder folder, Promises promises) throws IOException {
        try (FileJournal journal = FileJournal.open(folder, SEGMENT_BYTES)) {
            List<Long> found = journal.epochs();
            Map<Long, List<Integer>> inherited = new TreeMap<>();
            for (long epoch : found) {
                inherited.put(
                        epoch, RawEpoch.read(journal, epoch, promises.id(epoch)).lengths());
            }
            long first = Math.max(promises.removing, found.isEmpty() ? 0 : found.get(found.size() - 1)) + 1;
            for (long epoch = first; epoch < first + EPOCHS; epoch++) {
                journal.beginEpoch(epoch);
                promises.forced.putAll(inherited);
                inherited.clear();
                if (epoch % 2 == 0) {
                    appendGroups(journal, epoch, promises, 2, 700, 600, 800, 500);
                } else {
                    appendGroups(journal, epoch, promises, 1, 100, 500, 300, 128, 900);
                }
                if (epoch - first >= 2) {
                    promises.removing = epoch - 2;
                    journal.removeThrough(epoch - 2);
                    promises.removed = epoch - 2;
                }
                journal.fillOnce();
            }
        }
    }

    /** Appends documents of these lengths and forces after every so many. */
    private static void appendGroups(FileJournal journal, long epoch, Promises promises, int group, int... lengths)
            throws IOException {
        UUID id = new UUID(77, promises.begun++);
        promises.ids.put(epoch, id);
        RawEpoch raw = new RawEpoch(id);
        List<Integer> appended = new ArrayList<>();
        promises.appended.put(epoch, appended);
        promises.forced.put(epoch, List.of());
        for (int length : lengths) {
            appended.add(length);
            journal.append(raw.next(length));
            if (appended.size() % group == 0 || appended.size() == lengths.length) {
                journal.force();
                promises.forced.put(epoch, List.copyOf(appended));
            }
        }
    }

    private static void check(MemoryFolder folder, Promises promises, String run) throws IOException {
        try (FileJournal journal = FileJournal.open(folder, SEGMENT_BYTES)) {
            List<Long> epochs = journal.epochs();
            assertThat(epochs).as(run).allMatch(epoch -> epoch > promises.removed);
            for (Map.Entry<Long, List<Integer>> promise : promises.forced.entrySet()) {
                long epoch = promise.getKey();
                if (epochs.contains(epoch)) {
                    Found found = RawEpoch.read(journal, epoch, promises.id(epoch));
                    assertThat(found.damaged()).as(run + " epoch " + epoch).isFalse();
                    List<Integer> appended = promises.appended.getOrDefault(epoch, List.of());
                    assertThat(found.lengths())
                            .as(run + " epoch " + epoch)
                            .hasSizeBetween(promise.getValue().size(), appended.size())
                            .isEqualTo(appended.subList(0, found.lengths().size()));
                } else {
                    assertThat(epoch <= promises.removing || promise.getValue().isEmpty())
                            .as(run + ": epoch " + epoch + " is gone")
                            .isTrue();
                }
            }
        }
    }
}
