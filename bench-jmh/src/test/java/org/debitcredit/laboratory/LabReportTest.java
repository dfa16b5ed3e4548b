package org.debitcredit.laboratory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.debitcredit.lab.Bottleneck;
import org.debitcredit.lab.MemoryUse;
import org.debitcredit.lab.Resource;
import org.debitcredit.lab.ResourceUse;
import org.debitcredit.lab.StepCounters;
import org.debitcredit.lab.Trial;
import org.debitcredit.lab.modesto.ModestoPreset;
import org.debitcredit.lab.run.LabRun;
import org.debitcredit.lab.run.Starts;
import org.debitcredit.lab.run.UnfinishedTrial;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LabReportTest {

    @TempDir
    private Path temp;

    private final List<String> said = new ArrayList<>();
    private final List<String> json = new ArrayList<>();
    private Path page;
    private LabReport report;

    @BeforeEach
    void begin() {
        page = temp.resolve("lab.html");
        report = new LabReport(Optional.empty(), page, Optional.empty(), said::add, json::add);
    }

    /** One line at its limit. */
    private static Trial trial(String setting) {
        List<StepCounters> steps = List.of(new StepCounters(
                "10 in flight",
                10,
                1_000,
                0.1,
                10,
                0,
                1,
                0,
                Map.of(Resource.LINE, ResourceUse.of(1, 9.9)),
                MemoryUse.NONE,
                Set.of()));
        return new Trial(setting, steps, Bottleneck.of(steps));
    }

    @Test
    void a_failing_round_loses_none_of_those_before_it() throws IOException {
        LabRun rounds = new LabRun(
                setting -> {
                    if (setting.lineBytesPerSecond() == 0) {
                        throw new IOException("the service ended with exit code 3");
                    }
                    return trial("the first setting");
                },
                said::add,
                report::round,
                2,
                false);
        assertThatThrownBy(() -> rounds.run(Starts.poor(), Optional.empty(), 10))
                .isInstanceOf(IOException.class);
        report.make("failed: the service ended with exit code 3");
        assertThat(said)
                .contains("  incomplete: failed: the service ended with exit code 3")
                .anyMatch(line -> line.startsWith("  the first setting | 100 | the line"));
        assertThat(Files.readString(page))
                .contains("Incomplete: failed: the service ended with exit code 3.", "the first setting");
        JsonNode object = JsonMapper.shared().readTree(json.get(0));
        assertThat(object.get("end").asString()).isEqualTo("failed: the service ended with exit code 3");
        assertThat(object.get("rounds").size()).isEqualTo(1);
        assertThat(object.get("rounds").get(0).get("lever").asString()).isEqualTo("a line as fast as the network");
    }

    @Test
    void a_failing_round_keeps_the_steps_that_it_had_finished() throws IOException {
        String why = "the service ended with exit code 3";
        LabRun rounds = new LabRun(
                setting -> {
                    if (setting.lineBytesPerSecond() == 0) {
                        throw new UnfinishedTrial(trial("the second setting"), why, new IOException("broken pipe"));
                    }
                    return trial("the first setting");
                },
                said::add,
                report::round,
                2,
                false);
        assertThatThrownBy(() -> rounds.run(Starts.poor(), Optional.empty(), 10))
                .hasMessage(why);
        report.make("failed: " + why);
        String sentence = "It failed after 1 step: the service ended with exit code 3.";
        assertThat(said)
                .contains("  the second setting: " + sentence)
                .anyMatch(line -> line.startsWith("  the second setting | 100 | the line"));
        assertThat(Files.readString(page)).contains("the second setting: ", sentence);
        JsonNode array = JsonMapper.shared().readTree(json.get(0)).get("rounds");
        assertThat(array.size()).isEqualTo(2);
        assertThat(array.get(0).get("failure").isNull()).isTrue();
        assertThat(array.get(1).get("failure").asString()).isEqualTo(why);
        assertThat(array.get(1).get("steps").size()).isEqualTo(1);
        assertThat(array.get(1).get("lever").isNull()).isTrue();
    }

    @Test
    void a_database_without_the_service_has_no_service_on_its_page() throws IOException {
        report.setUp(trial("postgresql"));
        report.make(LabReport.COMPLETE);
        assertThat(Files.readString(page))
                .contains(" processors, which run the load too; JDK ")
                .doesNotContain("service");
    }

    @Test
    void it_is_made_once_by_whoever_is_first() throws IOException {
        report.setUp(trial("the first setting"));
        report.make("stopped");
        report.make(LabReport.COMPLETE);
        assertThat(json).hasSize(1);
        assertThat(Files.readString(page)).contains("Incomplete: stopped.");
    }

    @Test
    void a_lab_that_fails_by_an_error_has_failed_and_was_not_stopped() throws IOException {
        report.setUp(trial("the first setting"));
        assertThatThrownBy(() -> LabCommand.reportOn(
                        () -> {
                            throw new OutOfMemoryError("Java heap space");
                        },
                        report))
                .isInstanceOf(OutOfMemoryError.class);
        // The hook comes later.
        report.make("stopped");
        assertThat(json).hasSize(1);
        assertThat(JsonMapper.shared().readTree(json.get(0)).get("end").asString())
                .isEqualTo("failed: Java heap space");
        assertThat(Files.readString(page)).contains("Incomplete: failed: Java heap space.");
    }

    @Test
    void nothing_is_written_where_nothing_was_measured() throws IOException {
        report.make("failed: there is no server jar");
        assertThat(page).doesNotExist();
        assertThat(said).isEmpty();
        assertThat(json).isEmpty();
        assertThat(report.showsNothing()).isFalse();
    }

    @Test
    void a_preset_has_its_model_on_the_same_page() throws IOException {
        LabReport preset = new LabReport(
                Optional.of(ModestoPreset.MODESTO20), page, Optional.of("the tables stay"), said::add, json::add);
        preset.setUp(trial("poor"));
        preset.make(LabReport.COMPLETE);
        assertThat(Files.readString(page)).contains("modesto20, measured", "modesto20, modelled 1995");
        assertThat(said).contains("the tables stay", "The article's numbers and the model");
    }

    @Test
    void a_last_trial_without_a_stable_step_shows_nothing() {
        report.setUp(trial("poor"));
        assertThat(report.showsNothing()).isFalse();
        report.setUp(new Trial("unstable", List.of(), new Bottleneck.NoStableStep("no step was stable")));
        assertThat(report.showsNothing()).isTrue();
    }
}
