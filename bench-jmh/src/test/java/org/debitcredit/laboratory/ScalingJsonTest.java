package org.debitcredit.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.debitcredit.lab.scaling.ScalingPoint;
import org.debitcredit.lab.scaling.ScalingReport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ScalingJsonTest {

    @Test
    void the_laws_that_the_points_determine_have_their_parameters_and_whether_they_hold() {
        List<ScalingPoint> points = List.of(
                new ScalingPoint(1, 250), new ScalingPoint(2, 400), new ScalingPoint(1, 250), new ScalingPoint(2, 400));
        JsonNode json = ScalingJson.of(ScalingReport.of("processors", points, List.of(), new SplittableRandom(1)));
        assertThat(json.get("amdahlSuffices").asBoolean()).isTrue();
        assertThat(json.get("verdict").asString()).isEqualTo("undecided");
        assertThat(json.get("points").size()).isEqualTo(4);
        assertThat(json.get("fits").size())
                .as("the third law has three parameters")
                .isEqualTo(2);
        JsonNode amdahl = json.get("fits").get(0);
        assertThat(amdahl.get("goodness").asString()).isEqualTo("undecided");
        // 60 % more with the second: 2 / (1 + 0.25) = 1.6.
        assertThat(amdahl.get("parameters").get(1).get("value").asDouble()).isBetween(0.2499, 0.2501);
        assertThat(json.get("failures").size()).isZero();
    }

    @Test
    void a_step_that_failed_is_in_it() {
        JsonNode json = ScalingJson.of(
                ScalingReport.of("processors", List.of(), List.of("processors 1: no answer"), new SplittableRandom(1)));
        assertThat(json.get("failures").get(0).asString()).isEqualTo("processors 1: no answer");
        assertThat(json.get("points").size()).isZero();
        assertThat(json.get("sentence").asString()).endsWith("1 step failed: processors 1: no answer.");
    }
}
