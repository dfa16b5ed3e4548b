package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page on which the plug is pulled, in a real browser. With {@code -Dbank.docs.write=true} it also takes the
 * picture of the documentation.
 */
class PullThePlugIT {

    private static final boolean TAKES_PICTURE = Boolean.getBoolean("bank.docs.write");

    /** How long no terminal may be without an answer. The product promises 3 s on a machine that does nothing else. */
    private static final long SILENCE_MILLIS_MAX = Long.getLong("bank.it.plug-millis", 10_000);

    private static final Pattern PAGE = Pattern.compile("(http://127\\.0\\.0\\.1:\\d+/)(#\\S+)\\R");
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration ENDED = Duration.ofSeconds(180);
    private static final String CARD = "#pulls article";

    @TempDir
    Path folder;

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void theButtonKillsTheServiceAndThePageShowsTheGapTheRecoveryAndThatNothingWasLost() throws IOException {
        try (Browser browser = Browser.open(folder.resolve("profile"))) {
            Process demo = demo();
            try {
                await().atMost(SOON).until(() -> page().find());
                Matcher page = page();
                assertThat(page.find()).isTrue();
                browser.look(980, 1000, false);
                browser.visit(page.group(1) + page.group(2));
                pull(browser);
                await().atMost(SOON).until(() -> kind(browser).equals("pull good"));
                assertThat(browser.text(CARD))
                        .contains(
                                "Nothing was lost",
                                "kill -9 of process",
                                "the service is ready again",
                                "answers before the kill are there, with their outcome, position and balance",
                                "the books balance",
                                "was the longest time without an answer for any ATM");
                assertThat(browser.value("document.querySelectorAll('#chart .outage').length")
                                .asInt())
                        .isEqualTo(1);
                assertThat(browser.requested()).allMatch(url -> url.startsWith(page.group(1)));
                if (TAKES_PICTURE) {
                    picture(browser);
                }
                await().atMost(ENDED).until(() -> !demo.isAlive());
                assertVerdict(demo);
                await().atMost(SOON).until(() -> browser.text("#problem").startsWith("PASSED"));
                assertThat(browser.complaints()).isEmpty();
            } finally {
                demo.descendants().forEach(ProcessHandle::destroyForcibly);
                demo.destroyForcibly();
            }
        }
    }

    private Process demo() throws IOException {
        List<String> command = new ArrayList<>(List.of(Artifacts.java().toString(), "-Xmx512m"));
        command.addAll(PreparedServer.started());
        command.addAll(List.of("-jar", Artifacts.terminalJar().toString(), "demo", "--console", "--json"));
        command.addAll(List.of("--terminals", "200", "--think", "500ms", "--branches", "20"));
        command.addAll(List.of("--seconds", TAKES_PICTURE ? "60" : "20"));
        command.addAll(List.of("--report", folder.resolve("report").toString()));
        ProcessBuilder demo = new ProcessBuilder(command)
                .redirectOutput(folder.resolve("stdout").toFile())
                .redirectError(folder.resolve("stderr").toFile());
        demo.environment().putAll(ServerCommand.ALL_SHORT_LIVED);
        return demo.start();
    }

    /** The address that the demo prints. */
    private Matcher page() throws IOException {
        return PAGE.matcher(Files.readString(folder.resolve("stderr")));
    }

    /** The button does nothing until its cover is lifted. */
    private static void pull(Browser browser) {
        await().atMost(SOON).until(() -> browser.number("#answers") > 500);
        assertThat(browser.value("document.querySelector('#pull').disabled").asBoolean())
                .isTrue();
        browser.value("document.querySelector('#cover').click(); document.querySelector('#pull').click()");
        await().atMost(SOON).until(() -> browser.number("#kills") == 1);
    }

    /** Whether the kill is good, bad or not examined yet. */
    private static String kind(Browser browser) {
        return browser.value("(document.querySelector('" + CARD + "') || {}).className || ''")
                .asText();
    }

    private static void picture(Browser browser) throws IOException {
        Duration until = Duration.ofSeconds(15);
        // The chart shows the time after the kill, too.
        await().during(until).atMost(until.plusSeconds(5)).until(() -> true);
        Path images = Files.createDirectories(Artifacts.root().resolve("docs/images"));
        Files.write(images.resolve("pull-the-plug.png"), browser.picture());
    }

    private void assertVerdict(Process demo) throws IOException {
        List<String> lines = Files.readAllLines(folder.resolve("stdout"));
        assertThat(lines).as(Files.readString(folder.resolve("stderr"))).isNotEmpty();
        JsonNode verdict = JsonText.parse(lines.get(lines.size() - 1));
        assertThat(verdict.required("lost").longValue()).as(verdict.toString()).isZero();
        assertThat(verdict.required("found").longValue())
                .isEqualTo(verdict.required("answers").longValue());
        assertThat(verdict.required("invariantsHold").booleanValue()).isTrue();
        assertThat(verdict.required("pulls").size()).isEqualTo(1);
        JsonNode pull = verdict.required("pulls").get(0);
        System.out.printf(
                "pull the plug: ready after %d ms, %d ms without an answer, checked after %d ms%n",
                pull.required("readyMillis").longValue(),
                pull.required("silenceMillis").longValue(),
                pull.required("checkedMillis").longValue());
        assertThat(pull.required("silenceMillis").longValue()).isBetween(1L, SILENCE_MILLIS_MAX);
        assertThat(demo.exitValue()).isZero();
    }
}
