package org.debitcredit.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.debitcredit.bank.Preset;
import org.debitcredit.chart.Page;
import org.debitcredit.event.Progress;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.measure.tail.OpenLoopRun;
import org.debitcredit.settings.BankSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;

class EngineStreamsTest {

    private static final Duration SHORT = Duration.ofMillis(300);

    /**
     * Nearly as many as a run executes. With few, the keys that a stream made before it was descheduled can be
     * forgotten by the time it sends them, because another stream's newer keys have passed them.
     */
    private static final int KEY_WINDOW = 500_000;

    @TempDir
    Path data;

    private EngineStreams.Outcome run(StreamSettings settings, List<Second> seconds) throws IOException {
        return EngineStreams.run(
                BankSettings.of(data, Preset.GRAY2005.scale(2), Currency.getInstance("USD"))
                        .withKeyWindow(KEY_WINDOW)
                        .founding(true),
                Preset.GRAY2005,
                (identity, progress) -> new MemoryLedger(identity),
                settings,
                seconds::add,
                Progress.NONE);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1, 0", "1, 64, 2, 0", "100, 4, 2, 0", "8192, 2, 1, 0", "10, 8, 2, 5000"})
    void every_answer_is_counted_and_the_bank_adds_up(int batch, int inFlight, int streams, double rate)
            throws IOException {
        List<Second> seconds = new ArrayList<>();
        EngineStreams.Outcome outcome =
                run(new StreamSettings(streams, batch, inFlight, rate, Duration.ZERO, SHORT, SHORT, 1), seconds);
        StreamResult result = outcome.result();
        assertThat(outcome.totals().hold()).isTrue();
        assertThat(result.transactions()).isPositive().isEqualTo(sum(seconds, true));
        assertThat(outcome.totals().historyRows()).isGreaterThanOrEqualTo(sum(seconds, true) + sum(seconds, false));
        assertThat(result.micros().getTotalCount()).isPositive();
        assertThat(result.transactions())
                .isGreaterThanOrEqualTo(batch * result.micros().getTotalCount() / 4);
        assertThat(result.journalBytes()).isGreaterThan(48 * result.transactions() / 2);
        assertThat(seconds).anyMatch(second -> second.forces() > 0);
    }

    @Test
    void an_open_loop_accounts_for_every_submission_that_was_due() throws IOException {
        Duration second = Duration.ofSeconds(1);
        StreamSettings settings = new StreamSettings(2, 5, 64, 2_000, Duration.ZERO, SHORT, second, 1);
        OpenLoopRun run =
                run(settings.keepingResponses(), new ArrayList<>()).result().openLoop();

        assertThat((double) run.traffic().due()).isCloseTo(400, within(100.0));
        assertThat(run.traffic().seconds()).isEqualTo(1);
        assertThat(run.responses().size() + run.traffic().failed())
                .isEqualTo(run.traffic().due());
        assertThat(run.latenessMicros().getTotalCount())
                .isEqualTo(run.responses().size());
        assertThat(run.gaps()).hasSizeGreaterThan(300);
    }

    /** 1,465 s at 5,700 submissions a second did not fit into a heap of 256 MB. */
    @Test
    void a_run_at_a_rate_keeps_no_single_response_time_unless_it_is_asked_to() throws IOException {
        OpenLoopRun run = run(new StreamSettings(1, 5, 64, 2_000, Duration.ZERO, SHORT, SHORT, 1), new ArrayList<>())
                .result()
                .openLoop();

        assertThat(run.traffic().due()).isPositive();
        assertThat(run.responses().size()).isZero();
    }

    @Test
    void streams_without_a_rate_are_no_open_loop() throws IOException {
        OpenLoopRun run = run(new StreamSettings(1, 5, 2, 0, Duration.ZERO, SHORT, SHORT, 1), new ArrayList<>())
                .result()
                .openLoop();

        assertThat(run.responses().size()).isZero();
        assertThat(run.traffic().due()).isZero();
    }

    private static long sum(List<Second> seconds, boolean measured) {
        return seconds.stream()
                .filter(second -> second.measured() == measured)
                .mapToLong(Second::transactions)
                .sum();
    }

    @Test
    void the_chart_is_a_page_of_its_own() throws Exception {
        EngineStreams.Outcome outcome =
                run(new StreamSettings(1, 10, 2, 0, Duration.ZERO, SHORT, SHORT, 1), new ArrayList<>());
        String page = StreamPage.of(outcome.result(), "fast & \"loose\"", Page.Tone.FINE, "a < b");
        assertThat(page).contains("fast &amp; \"loose\"", "a &lt; b").doesNotContain("<script");
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(page.getBytes(StandardCharsets.UTF_8)));
        assertThat(document.getElementsByTagName("polyline").getLength()).isEqualTo(6);
        assertThat(page.split("class=\"band\"")).as("a warm-up in each chart").hasSize(1 + 6);
    }

    @Test
    void a_stream_that_cannot_be_is_named() {
        assertThatThrownBy(() -> new StreamSettings(4, 1, 2, 0, Duration.ZERO, SHORT, SHORT, 1))
                .hasMessage("--in-flight is 2; it must be at least the number of streams, and at most 100,000");
        assertThatThrownBy(() -> new StreamSettings(1, 8_193, 2, 0, Duration.ZERO, SHORT, SHORT, 1))
                .hasMessageContaining("--batch is 8193");
    }
}
