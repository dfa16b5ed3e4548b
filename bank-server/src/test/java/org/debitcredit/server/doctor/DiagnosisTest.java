package org.debitcredit.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.debitcredit.bank.BankScale;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.engine.IdempotencyWindow;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.mirror.LoneCopy;
import org.debitcredit.mirror.MirrorRecord;
import org.debitcredit.recovery.LedgerChoice;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.settings.SpaceSettings;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.storage.Folder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.FileSystemUtils;

class DiagnosisTest {

    private static final BankScale SMALL = new BankScale(10, 10, 10_000);
    private static final LedgerChoice MEMORY = new LedgerChoice("memory", null, 0);

    @TempDir
    Path folder;

    private Path root;
    private long heapBytesMax = 4L << 30;

    @BeforeEach
    void aHealthyMachine() throws IOException {
        root = folder.resolve("root");
        put("proc/meminfo", "MemTotal:       16000000 kB\nMemFree:  1 kB\nSwapTotal:             0 kB\n");
        put("sys/fs/cgroup/memory.max", "max\n");
        put("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
        put("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n");
        put("run/systemd/timesync/synchronized", "");
    }

    private void put(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private BankSettings.Builder settings(BankScale scale) {
        return BankSettings.builder(folder.resolve("data"), scale, Currency.getInstance("USD"))
                .founds(true);
    }

    private List<DoctorFinding> of(BankSettings settings, double tps) {
        return Diagnosis.of(settings, MEMORY, new LinuxMachine(root, heapBytesMax), tps);
    }

    private static DoctorFinding of(List<DoctorFinding> findings, String subject) {
        return findings.stream()
                .filter(finding -> finding.subject().equals(subject))
                .max((one, other) -> one.level().compareTo(other.level()))
                .orElseThrow();
    }

    @Test
    void whatIsMissingOnAHealthyMachineIsAMirror() {
        List<DoctorFinding> findings = of(settings(SMALL).build(), 1_000);
        assertThat(findings).noneMatch(finding -> finding.level() == DoctorFinding.Level.FAULT);
        assertThat(of(findings, "mirror").level()).isEqualTo(DoctorFinding.Level.WARNING);
        assertThat(of(findings, "clock").level()).isEqualTo(DoctorFinding.Level.FINE);
        assertThat(of(findings, "heap").text()).contains("100,000 accounts").contains("1.0 GiB");
        assertThat(of(findings, "keys").text()).contains("17 min");
        assertThat(folder.resolve("data")).doesNotExist();
    }

    @Test
    void aBankThatWasNotFoundedIsAFault() {
        DoctorFinding bank = of(of(settings(SMALL).founds(false).build(), 1_000), "bank");
        assertThat(bank.level()).isEqualTo(DoctorFinding.Level.FAULT);
        assertThat(bank.text()).contains("./bank found");
    }

    /** The disk of the data directory was replaced. */
    @Test
    void aBankInTheMirrorAloneIsRewrittenFromThereAndNotFounded() throws IOException {
        JournalSettings journal = JournalSettings.DEFAULT.toBuilder()
                .fillAheadBytes(1 << 20)
                .mirror(folder.resolve("mirror"))
                .build();
        BankScale scale = new BankScale(30, 10, 10_000);
        RunningBank.open(
                        settings(scale).journal(journal).build(),
                        (identity, progress) -> new MemoryLedger(identity),
                        BankEvent.IGNORE,
                        Progress.NONE)
                .close();
        assertThat(FileSystemUtils.deleteRecursively(folder.resolve("data"))).isTrue();
        BankSettings.Builder start = settings(SMALL).founds(false);
        List<DoctorFinding> findings = of(start.journal(journal).build(), 1_000);
        DoctorFinding refused = of(findings, "bank");
        assertThat(refused.level()).isEqualTo(DoctorFinding.Level.FAULT);
        assertThat(refused.text())
                .contains("30 branches", "--accept-lone-copy", "rewrites " + folder.resolve("data"))
                .doesNotContain("bank found");
        assertThat(of(findings, "heap").text()).contains("300,000 accounts");
        assertThat(of(of(settings(SMALL).journal(journal).build(), 1_000), "bank"))
                .as("of a start that founds a bank")
                .satisfies(bank -> assertThat(bank.level()).isEqualTo(DoctorFinding.Level.FAULT))
                .satisfies(bank -> assertThat(bank.text()).contains("Leave the founding out"));
        DoctorFinding accepted =
                of(of(start.journal(journal.accepting(new LoneCopy(7))).build(), 1_000), "bank");
        assertThat(accepted.level()).isEqualTo(DoctorFinding.Level.WARNING);
        assertThat(accepted.text()).contains("if 7 (--accept-lone-copy)");
        Folder mirrored = DiskFolder.open(BankFolders.journal(folder.resolve("mirror")));
        MirrorRecord record = Objects.requireNonNull(MirrorRecord.read(mirrored));
        record.next(MirrorRecord.State.ALONE).write(mirrored);
        DoctorFinding alone = of(of(start.journal(journal).build(), 1_000), "bank");
        assertThat(alone.level()).isEqualTo(DoctorFinding.Level.WARNING);
        assertThat(alone.text()).contains("without a further option");
        assertThat(folder.resolve("data")).doesNotExist();
    }

    @Test
    void theMemoryOfAContainerCounts() throws IOException {
        BankSettings large = settings(new BankScale(10_000, 10, 10_000)).build();
        assertThat(of(of(large, 1_000), "heap").level()).isEqualTo(DoctorFinding.Level.FINE);
        put("sys/fs/cgroup/memory.max", "1000000000\n");
        assertThat(of(of(large, 1_000), "heap").level()).isEqualTo(DoctorFinding.Level.FAULT);
        put("sys/fs/cgroup/memory.max", "\n");
        assertThat(of(of(large, 1_000), "heap").level()).isEqualTo(DoctorFinding.Level.FINE);
    }

    /** The JVM takes a quarter of the memory unless it is told otherwise. */
    @Test
    void aHeapThatTheJvmWouldNotTakeIsAWarningThatSaysWhatToSet() {
        heapBytesMax = 1L << 30;
        DoctorFinding heap = of(of(settings(new BankScale(10_000, 10, 10_000)).build(), 1_000), "heap");
        assertThat(heap.level()).isEqualTo(DoctorFinding.Level.WARNING);
        assertThat(heap.text()).contains("at most 1.0 GiB of it").contains("JAVA_TOOL_OPTIONS=-Xmx");
    }

    @Test
    void aWindowOfSecondsIsAWarningThatNamesTheLeast() {
        DoctorFinding keys = of(of(settings(SMALL).build(), 100_000), "keys");
        assertThat(keys.level()).isEqualTo(DoctorFinding.Level.WARNING);
        assertThat(keys.text()).contains("10 s").contains("2,000,000");
    }

    /** The heap of this test is 4 GiB, of which keys may take half. */
    @Test
    void aWindowThatTheHeapOrTheLookUpCannotHoldIsNotAdvised() {
        DoctorFinding ofHeap = of(of(settings(SMALL).build(), 1_000_000), "keys");
        assertThat(ofHeap.level()).isEqualTo(DoctorFinding.Level.WARNING);
        assertThat(ofHeap.text())
                .contains("heap of 4.0 GiB", "cannot be kept for 20 s", "20,000,000 keys")
                .doesNotContain("Raise");
        assertThat(of(of(settings(SMALL).build(), 1e9), "keys").text())
                .contains("at most 536,870,911")
                .doesNotContain("Raise");
    }

    @Test
    void theHeapHoldsTheKeysToo() {
        int keys = 30_000_000;
        DoctorFinding heap = of(of(settings(SMALL).keyWindow(keys).build(), 1_000), "heap");
        assertThat(heap.level()).isEqualTo(DoctorFinding.Level.WARNING);
        assertThat(heap.text())
                .contains("30,000,000 keys")
                .contains(String.format(
                        Locale.ROOT, "a heap of %.1f GiB", 2.0 * IdempotencyWindow.heapBytes(keys) / (1L << 30)));
        heapBytesMax = 12L << 30;
        assertThat(of(of(settings(SMALL).keyWindow(keys).build(), 1_000), "heap")
                        .level())
                .isEqualTo(DoctorFinding.Level.FINE);
    }

    @Test
    void aJournalThatDoesNotFitIsAFault() {
        JournalSettings huge = JournalSettings.DEFAULT.with(SpaceSettings.CHOSEN.withJournalBytesMax(1L << 48));
        DoctorFinding disk = of(of(settings(SMALL).journal(huge).build(), 1_000), "disk");
        assertThat(disk.level()).isEqualTo(DoctorFinding.Level.FAULT);
        assertThat(disk.text()).contains("bank.journal.bytes-max");
    }

    @Test
    void aKernelThatCostsSpeedIsAWarning() throws IOException {
        put("proc/meminfo", "MemTotal:       16000000 kB\nSwapTotal:       2000000 kB\n");
        put("sys/kernel/mm/transparent_hugepage/enabled", "always madvise [never]\n");
        put("sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n");
        Files.delete(root.resolve("run/systemd/timesync/synchronized"));
        List<DoctorFinding> findings =
                of(settings(new BankScale(1_000, 10, 10_000)).build(), 1_000);
        assertThat(findings.stream().map(DoctorFinding::text).filter(text -> text.contains("swap")))
                .hasSize(1);
        assertThat(findings.stream().map(DoctorFinding::text).filter(text -> text.contains("large pages")))
                .hasSize(1);
        assertThat(findings.stream().filter(finding -> finding.subject().equals("clock")))
                .hasSize(2)
                .allMatch(finding -> finding.level() == DoctorFinding.Level.WARNING);
    }

    @Test
    void aSystemThatTellsNothingIsNoFault() {
        root = folder.resolve("nothing");
        assertThat(of(settings(SMALL).build(), 1_000))
                .noneMatch(finding -> finding.level() == DoctorFinding.Level.FAULT);
    }

    /** A start takes the scale of a bank from its record, whatever the settings say. */
    @Test
    void theAccountsAreThoseOfTheBankOnRecord() throws IOException {
        BankSettings founding = settings(new BankScale(30, 10, 10_000)).build();
        BankFolders.open(founding, event -> {}).close();
        List<DoctorFinding> findings = of(settings(SMALL).founds(false).build(), 1_000);
        assertThat(of(findings, "bank").text()).contains("30 branches");
        assertThat(of(findings, "heap").text()).contains("300,000 accounts");
    }

    @Test
    void aFileInPlaceOfADirectoryIsAFault() throws IOException {
        Files.writeString(folder.resolve("data"), "no directory");
        DoctorFinding disk = of(of(settings(SMALL).build(), 1_000), "disk");
        assertThat(disk.level()).isEqualTo(DoctorFinding.Level.FAULT);
        assertThat(disk.text()).contains("is not a directory");
    }

    @Test
    void snapshotsThatDoNotFitBesideTheJournalAreAFault() throws IOException {
        FileStore disk = Files.getFileStore(folder);
        JournalSettings most =
                JournalSettings.DEFAULT.with(SpaceSettings.CHOSEN.withJournalBytesMax(disk.getUsableSpace() * 9 / 10));
        int branches = (int) Math.min(100_000, disk.getUsableSpace() / 10 / (10_000 * 8) + 1);
        BankSettings settings =
                settings(new BankScale(branches, 10, 10_000)).journal(most).build();
        DoctorFinding found = of(of(settings, 1_000), "disk");
        assertThat(found.level()).isEqualTo(DoctorFinding.Level.FAULT);
        assertThat(found.text()).contains("snapshots");
    }

    @Test
    void aRateBelowOneIsNotShownAsNone() {
        assertThat(of(of(settings(SMALL).build(), 0.25), "keys").text()).contains("at 0.25 tps");
    }

    /** A bank may run meanwhile: it deletes epochs. */
    @Test
    void filesThatDisappearDuringTheLookAreNoFault() throws Exception {
        Path journal = Files.createDirectories(folder.resolve("data").resolve("journal"));
        for (int round = 0; round < 5; round++) {
            List<Path> files = new ArrayList<>();
            for (int i = 0; i < 2_000; i++) {
                files.add(Files.createFile(journal.resolve("file-" + i)));
            }
            Thread bank = new Thread(() -> files.forEach(file -> file.toFile().delete()));
            bank.start();
            while (bank.isAlive()) {
                assertThat(of(of(settings(SMALL).build(), 1_000), "disk").level())
                        .isNotEqualTo(DoctorFinding.Level.FAULT);
            }
            bank.join();
        }
    }
}
