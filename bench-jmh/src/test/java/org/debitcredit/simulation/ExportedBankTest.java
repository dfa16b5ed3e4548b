package org.debitcredit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.debitcredit.Redefined;
import org.debitcredit.audit.BankAudit;
import org.debitcredit.backup.Restore;
import org.debitcredit.directory.BankFiles;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.directory.StoredBank;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.BankSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a simulated history leaves, as files of a real directory: {@code verify} finds nothing wrong in it, and a
 * restore of any position that it still reaches is the bank as it was there.
 */
@Isolated("the planted fault is the whole JVM's")
class ExportedBankTest {

    private static final int SEEDS_WITH_DAMAGE = 12;

    @TempDir
    Path temp;

    private static void export(SimulatedTree tree, Path directory) throws IOException {
        Files.createDirectories(directory);
        for (String name : tree.names()) {
            Path path = directory.resolve(name);
            if (tree.get(name) instanceof SimulatedTree inner) {
                export(inner, path);
            } else if (tree.get(name) instanceof SimulatedFile file) {
                ByteBuffer content = ByteBuffer.allocate((int) file.size());
                file.read(content, 0, content.remaining());
                Files.write(path, content.array());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void it_holds_and_every_position_that_is_left_can_be_restored(long seed) throws IOException {
        World world = Simulation.leftBy(seed);
        ModelBank model = world.modelCheck().model();
        Path data = temp.resolve("data");
        export(world.disks().get(0).tree(SettingsSwarm.DATA.toString()), data);
        BankAudit.Finding finding = BankAudit.of(data, Progress.NONE);
        assertThat(finding.firstFault()).isNull();
        BankSettings settings = new SettingsSwarm(new SplittableRandom(seed), world.terms(), EnumSet.noneOf(Mode.class))
                .draw(false, true);
        long from = finding.fromPosition();
        for (long position : List.of(from, (from + model.position()) / 2, model.position())) {
            requireRestored(world, settings.in(temp.resolve("to-" + position)), data, position);
        }
        assertThatThrownBy(() -> Restore.restore(
                        data,
                        OptionalLong.of(model.position() + 1),
                        settings.in(temp.resolve("beyond")),
                        Progress.NONE))
                .isInstanceOf(IOException.class);
    }

    /** What leads to the position is whole. The beginning of an epoch that comes after it is not. */
    @Test
    void damage_after_a_position_does_not_keep_it_from_being_restored() throws IOException {
        int restored = 0;
        for (long seed = 1; seed <= SEEDS_WITH_DAMAGE; seed++) {
            restored += restoredBeforeDamage(seed, temp.resolve("sound-" + seed)) ? 1 : 0;
        }
        assertThat(restored).isGreaterThan(SEEDS_WITH_DAMAGE / 4);
    }

    @Test
    void a_restore_that_reads_the_whole_journal_is_caught() throws IOException {
        try (Redefined woven = Redefined.method(
                "org.debitcredit.journal.Epochs", "leadingTo", PlantedAdvice.ReadsTheWholeJournal.class)) {
            assertThat(woven).isNotNull();
            assertThatThrownBy(() -> {
                        for (long seed = 1; seed <= SEEDS_WITH_DAMAGE; seed++) {
                            restoredBeforeDamage(seed, temp.resolve("planted-" + seed));
                        }
                    })
                    .isInstanceOf(JournalDamage.class);
        }
    }

    /** Whether there was a position to restore before the last epoch that another one follows. */
    private static boolean restoredBeforeDamage(long seed, Path folder) throws IOException {
        World world = Simulation.leftBy(seed);
        Path data = folder.resolve("data");
        export(world.disks().get(0).tree(SettingsSwarm.DATA.toString()), data);
        long position;
        String[] place;
        try (StoredBank bank = StoredBank.open(data)) {
            Epochs epochs = Epochs.of(bank.epochs());
            int last = epochs.size() - 2;
            if (last < 1) {
                return false;
            }
            // The epoch in between may repeat the batch that ends at the position.
            position = epochs.positionBefore(last - 1);
            try (DocumentSource source = bank.epochs().read(epochs.number(last))) {
                assertThat(source.next()).isNotNull();
                place = source.place().split(" at offset ");
            }
        }
        flip(Path.of(place[0]), Long.parseLong(place[1]) + 100);
        BankSettings settings = new SettingsSwarm(new SplittableRandom(seed), world.terms(), EnumSet.noneOf(Mode.class))
                .draw(false, true)
                .in(folder.resolve("restored"));
        requireRestored(world, settings, data, position);
        return Files.exists(settings.data());
    }

    private static void flip(Path file, long offset) throws IOException {
        byte[] content = Files.readAllBytes(file);
        content[(int) offset] ^= 1;
        Files.write(file, content);
    }

    private static void requireRestored(World world, BankSettings settings, Path data, long position)
            throws IOException {
        if (Files.exists(settings.data())) {
            return;
        }
        try {
            Restore.restore(data, OptionalLong.of(position), settings, Progress.NONE);
        } catch (Restore.NotRetained tooEarly) {
            assertThat(position).isLessThan(world.modelCheck().model().position());
            return;
        }
        BankFiles files = BankFolders.open(settings, BankEvent.IGNORE);
        try (RunningBank bank = RunningBank.recover(
                files, settings, (identity, progress) -> new MemoryLedger(identity), BankEvent.IGNORE, Progress.NONE)) {
            assertThat(bank.recovered().position()).isEqualTo(position);
            world.modelCheck().compareAll(bank, world.modelCheck().model().balancesAt(position), position, List.of());
            world.modelCheck().requireNone();
        }
    }
}
