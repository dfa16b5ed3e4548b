package org.debitcredit.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class StatusScreenTest {

    private static String backup(String report) {
        return StatusScreen.of(JsonMapper.shared().readTree(report))
                .lines()
                .filter(line -> line.startsWith("backup"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_backup_directory_that_does_not_answer_is_not_one_without_a_backup() {
        assertThat(backup("{\"backup\":{\"state\":\"made\",\"ageSeconds\":30}}"))
                .endsWith(" 30 s old");
        assertThat(backup("{\"backup\":{\"state\":\"none\"}}")).endsWith(" none in the backup directory");
        assertThat(backup("{\"backup\":{\"state\":\"unknown\"}}")).contains("does not answer or cannot be read");
        assertThat(backup("{}")).as("nothing measured yet").endsWith(" -");
    }
}
