package org.debitcredit.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.debitcredit.lab.Bottleneck;
import org.debitcredit.lab.Resource;
import org.debitcredit.lab.Trial;
import org.junit.jupiter.api.Test;

class LabRunTest {

    private static final Setting START = Starts.poor();

    private final List<Setting> measured = new ArrayList<>();
    private final List<String> said = new ArrayList<>();
    private final List<Round> done = new ArrayList<>();

    private LabRun run(LabRun.Measure measure, boolean hasSecondDirectory) {
        return new LabRun(
                setting -> {
                    measured.add(setting);
                    return measure.of(setting);
                },
                said::add,
                done::add,
                2,
                hasSecondDirectory);
    }

    private static Trial named(Setting setting, Resource resource) {
        return new Trial(
                setting.words(),
                List.of(),
                new Bottleneck.Named(resource, 1, 100, 10, Optional.empty(), List.of(), resource.words()));
    }

    /** A line, then too small a memory, then one processor, and the database for good. */
    private static Trial asInTheDocument(Setting setting) {
        if (setting.lineBytesPerSecond() > 0) {
            return named(setting, Resource.LINE);
        }
        if (setting.heapMegabytes() < 1_000) {
            return named(setting, Resource.MEMORY);
        }
        return named(setting, setting.processors() == 1 ? Resource.PROCESSORS : Resource.DATABASE);
    }

    @Test
    void each_bottleneck_is_cleared_and_the_next_one_met() throws IOException {
        List<Round> rounds = run(LabRunTest::asInTheDocument, false).run(START, Optional.empty(), 20);
        assertThat(rounds)
                .extracting(round -> ((Bottleneck.Named) round.trial().bottleneck()).resource())
                .containsExactly(
                        Resource.LINE,
                        Resource.MEMORY,
                        Resource.PROCESSORS,
                        Resource.DATABASE,
                        Resource.DATABASE,
                        Resource.DATABASE,
                        Resource.DATABASE);
        assertThat(rounds)
                .extracting(round -> round.clearedBy().orElse(""))
                .containsExactly(
                        "a line as fast as the network",
                        "more memory",
                        "all processors",
                        "commits forced by the journal only",
                        "many transactions in a submission",
                        "the ledger in memory",
                        "");
        assertThat(measured).doesNotHaveDuplicates();
        assertThat(done).isEqualTo(rounds);
        assertThat(said).endsWith("  no lever is left that would remove it");
        assertThat(measured.get(1)).isEqualTo(START.but(draft -> draft.lineBytesPerSecond = 0));
    }

    @Test
    void log_and_data_are_separated_only_where_there_is_a_second_directory() throws IOException {
        List<Round> rounds =
                run(setting -> named(setting, Resource.FORCE), true).run(START, Optional.empty(), 2);
        assertThat(rounds.get(1).setting()).isEqualTo(START.but(draft -> draft.isLogApart = true));
        rounds = run(setting -> named(setting, Resource.FORCE), false).run(START, Optional.empty(), 2);
        assertThat(rounds.get(1).setting()).isEqualTo(START.but(draft -> draft.journal = Setting.FILE));
    }

    @Test
    void log_and_data_of_somebody_elses_database_are_never_separated() throws IOException {
        Setting others = START.but(draft -> draft.ledger = "jdbc:postgresql://localhost/bank");
        assertThat(others.but(draft -> draft.isLogApart = true)).isEqualTo(others);
        assertThat(others.words()).doesNotContain("log");
        List<Round> rounds =
                run(setting -> named(setting, Resource.FORCE), true).run(others, Optional.empty(), 20);
        assertThat(rounds)
                .extracting(round -> round.clearedBy().orElse(""))
                .doesNotContain("log and data on separate devices");
    }

    @Test
    void it_ends_after_its_rounds_and_the_last_lever_is_told() throws IOException {
        List<Round> rounds = run(LabRunTest::asInTheDocument, false).run(START, Optional.empty(), 2);
        assertThat(rounds).hasSize(2);
        assertThat(rounds.get(0).nextLever()).isEmpty();
        assertThat(rounds.get(1).clearedBy()).as("it is not pulled").isEmpty();
        assertThat(rounds.get(1).nextLever()).contains("more memory");
        assertThat(said).endsWith("  the next lever would be: more memory");
    }

    @Test
    void the_rounds_before_a_failing_one_are_told() {
        assertThatThrownBy(() -> run(
                                setting -> {
                                    if (measured.size() > 1) {
                                        throw new IOException("the service ended");
                                    }
                                    return asInTheDocument(setting);
                                },
                                false)
                        .run(START, Optional.empty(), 20))
                .hasMessage("the service ended");
        assertThat(done).hasSize(1);
        assertThat(done.get(0).clearedBy()).contains("a line as fast as the network");
    }

    @Test
    void what_is_known_of_the_first_setting_is_not_measured_again() throws IOException {
        List<Round> rounds =
                run(LabRunTest::asInTheDocument, false).run(START, Optional.of(named(START, Resource.MEMORY)), 2);
        assertThat(rounds).hasSize(2);
        assertThat(measured).hasSize(1).doesNotContain(START);
    }

    @Test
    void where_nothing_is_near_its_limit_the_load_is_raised_once() throws IOException {
        Bottleneck none = new Bottleneck.NoneNear(
                new Bottleneck.NextLimit(Resource.WRITER, 1_000, 1_000), List.of(), "nothing is near its limit");
        List<Round> rounds = run(setting -> new Trial(setting.words(), List.of(), none), false)
                .run(START, Optional.empty(), 20);
        assertThat(rounds).hasSize(2);
        assertThat(rounds.get(1).setting().inFlight()).isEqualTo(160);
        assertThat(rounds.get(1).clearedBy()).isEmpty();
        assertThat(rounds.get(1).nextLever()).isEmpty();
        assertThat(said).endsWith("  no lever is left that would raise the load");
    }

    @Test
    void a_step_that_shows_nothing_ends_it() throws IOException {
        Bottleneck unstable = new Bottleneck.NoStableStep("no step was stable");
        assertThat(run(setting -> new Trial(setting.words(), List.of(), unstable), false)
                        .run(START, Optional.empty(), 20))
                .hasSize(1);
        assertThat(said).endsWith("  no lever is pulled, because the counters show nothing");
    }
}
