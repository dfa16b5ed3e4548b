package org.debitcredit.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import org.debitcredit.lab.modesto.ModestoPreset;
import org.debitcredit.lab.report.LabResult;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ModelJsonTest {

    @Test
    void a_model_is_one_object_with_trials_steps_and_the_judged_article() {
        String text =
                ModelJson.of(LabResult.modelled(ModestoPreset.MODESTO_SMP)).toString();
        JsonNode json = JsonMapper.shared().readTree(text);
        assertThat(json.get("mode").asString()).isEqualTo("modelled 1995");
        assertThat(json.get("trials").size()).isEqualTo(4);
        JsonNode trial = json.get("trials").get(0);
        assertThat(trial.get("bottleneck").get("resource").asString()).isEqualTo("DISK");
        assertThat(trial.get("bottleneck").get("next").get("resource").asString())
                .isEqualTo("PROCESSORS");
        assertThat(trial.get("steps").get(0).get("demands").size()).isPositive();
        assertThat(json.get("article").get("statements").size()).isEqualTo(20);
        assertThat(json.get("article").get("right").asLong())
                .isLessThanOrEqualTo(json.get("article").get("judged").asLong());
    }
}
