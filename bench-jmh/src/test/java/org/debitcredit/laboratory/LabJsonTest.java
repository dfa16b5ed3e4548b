package org.debitcredit.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
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
    void without_a_preset_there_is_no_model() {
        JsonNode json = LabJson.of(LabReport.COMPLETE, Optional.empty(), List.of(), List.of(), List.of());
        assertThat(json.get("preset").isNull()).isTrue();
        assertThat(json.get("model").isNull()).isTrue();
    }
}
