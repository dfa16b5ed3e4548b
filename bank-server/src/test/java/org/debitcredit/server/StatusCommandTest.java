package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.debitcredit.server.command.BankCommand;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** {@code bank status} of a running service, and of none. */
class StatusCommandTest {

    private record Run(int exitCode, String out, String err) {}

    private static Run run(String... arguments) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        ByteArrayOutputStream failed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(failed, true, StandardCharsets.UTF_8));
        try {
            int exitCode = BankCommand.commandLine().execute(arguments);
            return new Run(exitCode, printed.toString(StandardCharsets.UTF_8), failed.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    @Test
    void a_ready_service_is_shown_on_one_screen() {
        String url = "http://127.0.0.1:" + TestServer.shared().port();
        Run run = await().atMost(Duration.ofSeconds(20))
                .until(() -> run("status", "--url", url), ended -> ended.out().contains("\ndisk "));
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines()).hasSizeBetween(18, 24);
        assertThat(run.out())
                .startsWith("service     ready, version ")
                .contains("\nwriter      works, position ")
                .contains("\nmirror      none")
                .contains("\nledger      h2, in memory");
    }

    @Test
    void json_is_the_report() {
        Run run = run(
                "status",
                "--json",
                "--url",
                "http://127.0.0.1:" + TestServer.shared().port());
        assertThat(run.exitCode()).isZero();
        assertThat(JsonMapper.shared().readTree(run.out()).path("ready").asBoolean())
                .isTrue();
    }

    @Test
    void where_nobody_answers_it_says_so() {
        Run run = run("status", "--url", "http://127.0.0.1:1");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).startsWith("bank: no bank answers at http://127.0.0.1:1");
        assertThat(run("status", "--url", "127.0.0.1").exitCode()).isEqualTo(2);
    }
}
