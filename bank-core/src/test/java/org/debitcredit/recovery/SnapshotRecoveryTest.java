package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Clocks;
import org.debitcredit.bank.Preset;
import org.debitcredit.directory.BankFiles;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.ForwardingJournal;
import org.debitcredit.journal.Journal;
import org.debitcredit.ledger.Totals;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.ledger.sql.SqlLedger;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.settings.SnapshotSettings;
import org.debitcredit.transaction.NumberedKeys;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.workload.DebitCreditWorkload;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Snapshots are taken while transactions run, the journal before them is removed, and a killed bank recovers from them.
 */
class SnapshotRecoveryTest {

    private static final BankScale SCALE = new BankScale(3, 2, 20_000);
    private static final int KEY_WINDOW = 50;
    /** Of the memory ledger's four million a second: a snapshot starts every 200 transactions. */
    private static final Duration REPLAY_MAX = Duration.ofNanos(100_000);

    @TempDir
    Path data;

    private final List<String> passedOver = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private LedgerOpener opener = (identity, progress) -> new MemoryLedger(identity);
    private JournalKind kind = JournalKind.CHRONICLE;
    private Duration retention = Duration.ZERO;
    private long nextKey;
    private static final long START_MILLIS = 1_700_000_000_000L;
    private long clockMicros = START_MILLIS * 1_000;

    /** Snapshots that were there whenever epochs of the journal were to be removed. */
    private final List<List<String>> snapshotsAtRemoval = new ArrayList<>();

    private Journal watchingRemovals(Journal real) {
        return new ForwardingJournal(real) {
            @Override
            public void removeThrough(long epoch) throws IOException {
                snapshotsAtRemoval.add(names("snapshots"));
                super.removeThrough(epoch);
            }
        };
    }

    private RunningBank recover() throws IOException {
        BankSettings settings = BankSettings.builder(data, SCALE, Currency.getInstance("USD"))
                .keyWindow(KEY_WINDOW)
                .journal(new JournalSettings(kind, 1 << 20, 1 << 20, OptionalLong.empty()))
                .snapshots(new SnapshotSettings(REPLAY_MAX, retention))
                .clocks(Clocks.neverSet(() -> clockMicros))
                .founds(BankFolders.isEmpty(data))
                .build();
        Consumer<BankEvent> events = event -> {
            if (event instanceof BankEvent.SnapshotPassedOver passed) {
                passedOver.add(passed.reason());
            } else if (event instanceof BankEvent.SnapshotFailed || event instanceof BankEvent.WriterStopped) {
                failures.add(((BankEvent.Fault) event).cause());
            }
        };
        BankFiles media = BankFolders.open(settings, events);
        BankFiles watched = new BankFiles(
                watchingRemovals(media.journal()),
                media.snapshots(),
                media.archives().get(0),
                media.records(),
                media.lock());
        return RunningBank.recover(watched, settings, opener, events, Progress.NONE);
    }

    private final DebitCreditWorkload workload = new DebitCreditWorkload(SCALE, Preset.GRAY2005, 1);

    /** A tenth of a second after the one before: groups of ten are a second apart. */
    private static TransactionKey key(long number) {
        return NumberedKeys.key(START_MILLIS + 100 * number, number);
    }

    /** Runs groups of ten, each followed by what the snapshotter has to do. */
    private void run(RunningBank bank, int groups) {
        for (int group = 0; group < groups; group++) {
            RequestColumns requests = new RequestColumns(10);
            for (int i = 0; i < 10; i++) {
                requests.add(workload.next(), key(nextKey++));
            }
            BatchSubmission submission = new BatchSubmission(requests, answered -> {});
            bank.engine().submit(submission);
            bank.engine().step();
            assertThat(submission.outcome(9)).isInstanceOf(Outcome.Committed.class);
            clockMicros += 1_000_000;
            while (bank.snapshotter().step() || bank.engine().step()) {
                continue;
            }
        }
        assertThat(failures).isEmpty();
    }

    private static Totals totals(RunningBank bank) {
        Inquiry.Sums sums = new Inquiry.Sums(answered -> {});
        bank.engine().submit(sums);
        bank.engine().step();
        return sums.totals();
    }

    private static Outcome repeat(RunningBank bank, long key) {
        Transaction any = Transaction.debitCredit(0, 0, 1);
        BatchSubmission submission = new BatchSubmission(RequestColumns.single(any, key(key)), answered -> {});
        bank.engine().submit(submission);
        bank.engine().step();
        return submission.outcome(0);
    }

    /** What a killed server leaves: the copy of its files while it is running. */
    private void kill(RunningBank bank) throws IOException {
        Path killed = data.resolveSibling(data.getFileName() + "-killed");
        BankLives.copy(data, killed);
        bank.close();
        BankLives.delete(data);
        BankLives.copy(killed, data);
        BankLives.delete(killed);
    }

    /** Leaves out files that are deleted meanwhile, because the journal continues to remove files. */
    private List<String> names(String folder) throws IOException {
        try (Stream<Path> entries = Files.list(data.resolve(folder))) {
            return entries.map(path -> path.getFileName().toString())
                    .filter(name -> !name.endsWith(".unfinished"))
                    .sorted()
                    .toList();
        }
    }

    private Path newestSnapshot() throws IOException {
        List<String> names = names("snapshots");
        return data.resolve("snapshots").resolve(names.get(names.size() - 1));
    }

    private static void flipBit(Path file, long at) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, at);
            channel.write(one.put(0, (byte) (one.get(0) ^ 1)).flip(), at);
        }
    }

    @Test
    void a_killed_bank_comes_back_from_its_newest_snapshot_and_the_journal_after_it() throws IOException {
        RunningBank bank = recover();
        run(bank, 100);
        Totals totals = totals(bank);
        kill(bank);
        try (RunningBank again = recover()) {
            assertThat(again.recovered().position()).isEqualTo(1_000);
            assertThat(again.recovered().fromPosition()).isBetween(400L, 800L);
            assertThat(totals(again)).isEqualTo(totals);
            assertThat(totals.hold()).isTrue();
            assertThat(totals.historyRows()).isEqualTo(1_000);
        }
        assertThat(passedOver).isEmpty();
    }

    @Test
    void two_snapshots_are_kept_and_the_journal_from_the_older_ones_start() throws IOException {
        try (RunningBank bank = recover()) {
            run(bank, 200);
            assertThat(names("snapshots")).hasSize(2);
            long older = Long.parseLong(names("snapshots").get(0).substring("snapshot-".length()));
            assertThat(older).isGreaterThan(1_000);
            assertThat(names("journal"))
                    .filteredOn(name -> name.startsWith("epoch-"))
                    .hasSizeLessThan(6);
            assertThat(names("archive")).isEmpty();
        }
    }

    /** A kill in between would otherwise leave a snapshot that no journal reaches. */
    @Test
    void a_snapshot_goes_before_the_epochs_that_it_began_in() throws IOException {
        try (RunningBank bank = recover()) {
            run(bank, 100);
        }
        assertThat(snapshotsAtRemoval)
                .isNotEmpty()
                .allSatisfy(names -> assertThat(names).hasSize(2));
    }

    @Test
    void a_damaged_newest_snapshot_is_passed_over_for_the_older_one() throws IOException {
        RunningBank bank = recover();
        run(bank, 100);
        Totals totals = totals(bank);
        kill(bank);
        flipBit(newestSnapshot(), 200_000);
        try (RunningBank again = recover()) {
            assertThat(totals(again)).isEqualTo(totals);
            assertThat(again.recovered().fromPosition()).isPositive();
        }
        assertThat(passedOver).singleElement().asString().contains("damaged snapshot", newestName(), "page 3");
    }

    /** Files are overwritten by later snapshots: a page of an earlier one may be left, whole as it is. */
    @Test
    void a_page_of_an_earlier_snapshot_is_not_taken_for_the_newest_ones() throws IOException {
        RunningBank bank = recover();
        run(bank, 100);
        Totals totals = totals(bank);
        kill(bank);
        Path older = data.resolve("snapshots").resolve(names("snapshots").get(0));
        byte[] page = new byte[64 << 10];
        try (FileChannel from = FileChannel.open(older, StandardOpenOption.READ);
                FileChannel to = FileChannel.open(newestSnapshot(), StandardOpenOption.WRITE)) {
            from.read(ByteBuffer.wrap(page), 3L * page.length);
            to.write(ByteBuffer.wrap(page), 3L * page.length);
        }
        try (RunningBank again = recover()) {
            assertThat(totals(again)).isEqualTo(totals);
        }
        assertThat(passedOver).singleElement().asString().contains("damaged snapshot", newestName(), "page 3");
    }

    @Test
    void the_file_of_a_snapshot_no_longer_needed_is_overwritten_by_the_next() throws IOException {
        try (RunningBank bank = recover()) {
            Path spare = data.resolve("snapshots/spare.unfinished");
            while (!Files.exists(spare)) {
                run(bank, 1);
            }
            Object file = Files.readAttributes(spare, BasicFileAttributes.class).fileKey();
            while (Files.exists(spare)) {
                run(bank, 1);
            }
            assertThat(unfinishedSnapshot())
                    .extracting(BasicFileAttributes::fileKey)
                    .isEqualTo(file);
        }
    }

    private BasicFileAttributes unfinishedSnapshot() throws IOException {
        try (Stream<Path> entries = Files.list(data.resolve("snapshots"))) {
            Path unfinished = entries.filter(path -> path.toString().endsWith(".unfinished"))
                    .findFirst()
                    .orElseThrow();
            return Files.readAttributes(unfinished, BasicFileAttributes.class);
        }
    }

    private String newestName() throws IOException {
        return names("snapshots").get(names("snapshots").size() - 1);
    }

    @Test
    void without_a_whole_snapshot_a_cut_journal_is_refused_and_every_reason_named() throws IOException {
        RunningBank bank = recover();
        run(bank, 100);
        kill(bank);
        for (String name : names("snapshots")) {
            flipBit(data.resolve("snapshots").resolve(name), 70_000);
        }
        assertThatThrownBy(this::recover)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot be recovered")
                .hasMessageContaining("page 1")
                .hasMessageContaining("does not reach back to the founding");
    }

    @Test
    void a_bank_that_lost_its_journal_is_not_founded_again() throws IOException {
        RunningBank bank = recover();
        run(bank, 100);
        kill(bank);
        BankLives.delete(data.resolve("journal"));
        assertThatThrownBy(this::recover)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has lost its journal")
                .hasMessageContaining("had begun after position 1000");
        Files.delete(data.resolve("bank"));
        assertThatThrownBy(this::recover)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has lost its journal")
                .hasMessageContaining("snapshot-");
    }

    @Test
    void keys_of_the_window_are_known_and_older_ones_expired_after_recovery_from_a_snapshot() throws IOException {
        RunningBank bank = recover();
        run(bank, 100);
        List<@Nullable Outcome> before = new ArrayList<>();
        for (long key = 0; key < nextKey; key++) {
            before.add(statusOf(bank, key));
        }
        kill(bank);
        try (RunningBank again = recover()) {
            for (long key = 0; key < nextKey; key++) {
                assertThat(statusOf(again, key)).as("key %d", key).isEqualTo(before.get((int) key));
            }
            assertThat(repeat(again, nextKey - 1)).isInstanceOf(Outcome.Refused.class);
        }
    }

    private static @Nullable Outcome statusOf(RunningBank bank, long key) {
        Inquiry.Key inquiry = new Inquiry.Key(key(key), answered -> {});
        bank.engine().submit(inquiry);
        bank.engine().step();
        return inquiry.status() instanceof org.debitcredit.engine.KeyStatus.Decided decided ? decided.outcome() : null;
    }

    @Test
    void epochs_before_the_older_snapshot_are_archived_for_as_long_as_history_is_kept() throws IOException {
        retention = Duration.ofSeconds(60);
        try (RunningBank bank = recover()) {
            run(bank, 300);
            List<String> archived = names("archive");
            assertThat(archived).isNotEmpty().doesNotContain("epoch-000001");
        }
    }

    @Test
    void a_snapshot_of_one_ledger_loads_into_another() throws IOException {
        RunningBank bank = recover();
        run(bank, 60);
        Totals totals = totals(bank);
        kill(bank);
        opener = (identity, progress) -> SqlLedger.openH2InMemory(identity, (done, total) -> {});
        try (RunningBank again = recover()) {
            assertThat(again.recovered().fromPosition()).isPositive();
            assertThat(totals(again)).isEqualTo(totals);
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_bank_goes_on_in_the_other_kind_of_journal_and_the_first_kinds_epochs_are_removed_in_time(JournalKind first)
            throws IOException {
        kind = first;
        RunningBank bank = recover();
        run(bank, 30);
        kill(bank);
        kind = first == JournalKind.CHRONICLE ? JournalKind.FILE : JournalKind.CHRONICLE;
        RunningBank changed = recover();
        assertThat(changed.recovered().position()).isEqualTo(300);
        run(changed, 30);
        Totals totals = totals(changed);
        kill(changed);
        try (RunningBank again = recover()) {
            assertThat(totals(again)).isEqualTo(totals);
            run(again, 100);
        }
        assertThat(names("journal").toString())
                .contains(kind == JournalKind.FILE ? "segment-" : "epoch-")
                .satisfies(names -> assertThat(kind == JournalKind.FILE && names.contains("epoch-"))
                        .isFalse());
    }
}
