package org.debitcredit.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Answers have at least the size a rule set asks for, and stay JSON. */
class BodyTest {

    private static Body body() {
        return new Body()
                .with("status", "committed")
                .with("position", Long.MAX_VALUE)
                .with("holds", true);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 64, 66, 67, 68, 75, 80, 81, 100, 200, 500})
    void aSmallAnswerIsPaddedToTheLeastSize(int bytesMin) {
        byte[] bytes = body().bytesAtLeast(bytesMin);
        assertThat(bytes.length).isGreaterThanOrEqualTo(bytesMin);
        String text = new String(bytes, StandardCharsets.UTF_8);
        assertThat(new JsonMapper().readTree(text).path("position").asLong()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aPaddedAnswerIsNoLargerThanItMustBe() {
        assertThat(body().bytesAtLeast(200)).hasSize(200);
    }
}
