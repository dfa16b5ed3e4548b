package org.debitcredit.server.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class BackupReportTest {

    private static String reported(@Nullable Long backupMillis) {
        ObjectNode report = JsonMapper.shared().createObjectNode();
        StatusSampler.putBackup(report, new DiskUse(List.of(), backupMillis, null, null, null), 5_000);
        return report.toString();
    }

    @Test
    void a_directory_that_cannot_be_read_is_not_one_without_a_backup() {
        assertThat(reported(2_000L)).isEqualTo("{\"state\":\"made\",\"ageSeconds\":3}");
        assertThat(reported(DiskUse.NEVER)).isEqualTo("{\"state\":\"none\"}");
        assertThat(reported(null)).isEqualTo("{\"state\":\"unknown\"}");
    }
}
