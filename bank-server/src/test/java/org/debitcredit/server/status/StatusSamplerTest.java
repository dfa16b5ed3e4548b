package org.debitcredit.server.status;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class StatusSamplerTest {

    private static String reported(@Nullable Long whenMillis) {
        ObjectNode report = JsonMapper.shared().createObjectNode();
        StatusSampler.putAge(report, whenMillis, 5_000);
        return report.toString();
    }

    @Test
    void a_directory_that_does_not_answer_is_not_one_in_which_nothing_was_made() {
        assertThat(reported(2_000L)).isEqualTo("{\"state\":\"made\",\"ageSeconds\":3}");
        assertThat(reported(DiskUse.NEVER)).isEqualTo("{\"state\":\"none\"}");
        assertThat(reported(null)).isEqualTo("{\"state\":\"unknown\"}");
    }
}
