package org.debitcredit.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.debitcredit.lab.Bottleneck;
import org.debitcredit.lab.Resource;
import org.debitcredit.lab.Trial;
import org.debitcredit.lab.modesto.ModestoPreset;
import org.debitcredit.lab.scaling.ScalingPoint;
import org.debitcredit.lab.scaling.ScalingReport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LabJsonTest {

    private static final ScalingReport SCALING = ScalingReport.of(
            "processors",
            List.of(
                    new ScalingPoint(1, 250),
                    new ScalingPoint(2, 400),
                    new ScalingPoint(1, 252),
                    new ScalingPoint(2, 397),
                    new ScalingPoint(1, 249),
                    new ScalingPoint(2, 402)),
            List.of(),
            new SplittableRandom(1));

    @Test
    void the_model_its_comparison_and_the_fits_are_in_it() {
        JsonNode json = JsonMapper.shared()
                .readTree(LabJson.of(
                                LabReport.COMPLETE,
                                Optional.of(ModestoPreset.MODESTO20),
                                List.of(),
                                List.of(),
                                List.of(SCALING))
                        .toString());
        assertThat(json.get("preset").asString()).isEqualTo("modesto20");
        assertThat(json.get("model").get("mode").asString()).isEqualTo("modelled 1995");
        assertThat(json.get("model").get("article").get("statements").size()).isEqualTo(20);
        JsonNode scaling = json.get("scalings").get(0);
        assertThat(scaling.get("points").size()).isEqualTo(6);
        assertThat(scaling.get("fits").get(0).get("law").asString()).isEqualTo("AMDAHL");
        assertThat(scaling.get("fits").get(0).get("parameters").size()).isEqualTo(2);
    }

    @Test
    void the_next_ceiling_and_what_the_load_would_reach_are_in_it() {
        Bottleneck named = new Bottleneck.Named(
                Resource.LINE,
                0.9,
                1_000,
                20,
                Optional.of(new Bottleneck.NextLimit(Resource.WRITER, 5_000, 4_500)),
                List.of(),
                "The line is the bottleneck.");
        JsonNode next = LabJson.of(
                        LabReport.COMPLETE,
                        Optional.empty(),
                        List.of(),
                        List.of(new Trial("poor", List.of(), named)),
                        List.of())
                .required("setUps")
                .required(0)
                .required("next");
        assertThat(next.required("resource").asString()).isEqualTo("WRITER");
        assertThat(next.required("ceilingTps").asDouble()).isEqualTo(5_000);
        assertThat(next.required("tps").asDouble()).isEqualTo(4_500);
    }

    @Test
    void without_a_preset_there_is_no_model() {
        JsonNode json = LabJson.of(LabReport.COMPLETE, Optional.empty(), List.of(), List.of(), List.of());
        assertThat(json.get("preset").isNull()).isTrue();
        assertThat(json.get("model").isNull()).isTrue();
    }
}
