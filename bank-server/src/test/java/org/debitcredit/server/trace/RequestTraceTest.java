package org.debitcredit.server.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;

/** Which ids are taken over, and which are not. */
class RequestTraceTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "00-" + TRACE + "-b7ad6b7169203331-01";

    @ParameterizedTest
    @ValueSource(strings = {"a", "7", "0198c0de-1234-7abc-8def-0123456789ab", "Root=1-67:8_9/a+b.c"})
    void a_sound_id_is_taken_over(String id) {
        RequestTrace trace = Objects.requireNonNull(RequestTrace.of(id, null));
        assertThat(trace.isGiven()).isTrue();
        assertThat(trace.id()).isEqualTo(id);
        assertThat(trace.traceId()).isNull();
    }

    @Test
    void an_id_has_at_most_128_characters() {
        assertThat(RequestTrace.of("x".repeat(128), null)).isNotNull();
        assertThat(RequestTrace.of("x".repeat(129), null)).isNull();
    }

    /** Each would end a line of the log, or add to it. */
    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "a b", "a\n", "a\r", "a\t", "\"", "{", "é", "\u0000", "a;b", "a,b", "%X", "\u001b[2J"})
    void another_id_is_not(String id) {
        assertThat(RequestTrace.of(id, null)).isNull();
    }

    @Test
    void the_trace_id_is_that_of_the_context() {
        RequestTrace trace = Objects.requireNonNull(RequestTrace.of(null, PARENT));
        assertThat(trace.traceId()).isEqualTo(TRACE);
        assertThat(trace.traceparent()).isEqualTo(PARENT);
        assertThat(trace.isGiven()).isFalse();
        assertThat(trace.id()).matches("[0-9a-f]{32}").isEqualTo(trace.id()).isNotEqualTo(TRACE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x",
                "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01x",
                "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
                "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b716920333g-01",
                "00_0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0\n",
                ""
            })
    void an_invalid_context_is_none(String context) {
        assertThat(RequestTrace.of(null, context)).isNull();
    }

    @Test
    void a_later_version_may_have_more() {
        RequestTrace trace = Objects.requireNonNull(RequestTrace.of(null, "cc-" + PARENT.substring(3) + "-more"));
        assertThat(trace.traceId()).isEqualTo(TRACE);
        assertThat(trace.traceparent()).as("in the first version's form").isEqualTo(PARENT);
    }

    @Test
    void only_lines_about_the_request_have_its_ids() {
        RequestTrace trace = Objects.requireNonNull(RequestTrace.of("id-1", PARENT));
        trace.log(() -> {
            assertThat(MDC.get("http.request.id")).isEqualTo("id-1");
            assertThat(MDC.get("trace.id")).isEqualTo(TRACE);
        });
        assertThat(MDC.get("http.request.id")).isNull();
        assertThat(MDC.get("trace.id")).isNull();
    }
}
