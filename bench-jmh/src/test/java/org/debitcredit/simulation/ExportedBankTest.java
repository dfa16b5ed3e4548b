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
import org.debitcredit.audit.BankAudit;
import org.debitcredit.backup.Restore;
import org.debitcredit.directory.BankFiles;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.BankSettings;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a simulated history leaves, as files of a real directory: {@code verify} finds nothing wrong in it, and a
 * restore of any position that it still reaches is the bank as it was there.
 */
class ExportedBankTest {

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
