package org.debitcredit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.storage.DurableFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A bank that goes from one kind of journal to the other and back, killed and stopped in between, judged by the same
 * clients and the same model as the simulated one. In the build on some seeds; with {@code
 * -Dbank.simulation.switch-seeds=N} on so many.
 */
@Timeout(600)
class SwitchedLivesTest {

    private static final int SEEDS = Integer.getInteger("bank.simulation.switch-seeds", 8);

    @TempDir
    Path temp;

    @Test
    void no_switch_of_the_journal_loses_money_or_keys() throws IOException {
        Map<JournalKind, Integer> switches = new EnumMap<>(JournalKind.class);
        int killsWhileOpening = 0;
        int killsInTheMiddle = 0;
        int endsInOrder = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            Path directory = temp.resolve("seed-" + seed);
            SwitchedLives lives = new SwitchedLives(directory, seed);
            assertThat(lives.play()).as("seed %d", seed).isNull();
            lives.switches.forEach((kind, times) -> switches.merge(kind, times, Integer::sum));
            killsWhileOpening += lives.killsWhileOpening;
            killsInTheMiddle += lives.killsInTheMiddle;
            endsInOrder += lives.endsInOrder;
            DurableFiles.deleteTree(directory);
        }
        System.out.printf(
                "journal switches on %d seeds: %s; killed while opening %d, in the middle %d; ended in order %d%n",
                SEEDS, switches, killsWhileOpening, killsInTheMiddle, endsInOrder);
        assertThat(switches).containsOnlyKeys(JournalKind.values());
        assertThat(killsWhileOpening).isPositive();
        assertThat(killsInTheMiddle).isPositive();
        assertThat(endsInOrder).isPositive();
    }
}
