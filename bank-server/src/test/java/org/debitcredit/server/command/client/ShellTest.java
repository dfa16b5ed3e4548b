package org.debitcredit.server.command.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.debitcredit.server.TestServer;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The prompt, with a terminal whose keys are pressed by the test. */
class ShellTest {

    private static final char CTRL_P = 16;

    /** What the commands printed to stdout. */
    private static String type(String keys) throws IOException {
        RunningServer server = new RunningServer(
                URI.create("http://127.0.0.1:" + TestServer.shared().port()), null);
        Session session = new Session(
                server, new KeyedSender(server, Duration.ZERO, System::nanoTime, pause -> {}, Session::failed), false);
        PrintStream stdout = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try (Terminal terminal = TerminalBuilder.builder()
                .system(false)
                .type("ansi")
                .streams(new ByteArrayInputStream(keys.getBytes(StandardCharsets.UTF_8)), new ByteArrayOutputStream())
                .build()) {
            assertThat(new Shell(new Lines(session), terminal).run()).isZero();
        } finally {
            System.setOut(stdout);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void commands_and_options_are_completed() throws IOException {
        assertThat(type("depo\t--acc\t501 --tel\t3 --amo\t2.50 --ref\t'who? me!'\nquit\n"))
                .contains("account 501 has 2.50 USD");
        assertThat(type("statement --account 501\n")).contains("  who? me!");
    }

    @Test
    void a_failed_command_ends_nothing_and_earlier_lines_are_recalled() throws IOException {
        String deposit = "deposit --account 511 --teller 3 --amount 1\n";
        assertThat(type(deposit + "nonsense\n" + CTRL_P + CTRL_P + "\nhelp deposit\nexit\n" + deposit))
                .contains("account 511 has 1.00 USD", "account 511 has 2.00 USD", "Usage:", "--reference")
                .doesNotContain("account 511 has 3.00 USD");
    }

    @Test
    void nothing_that_is_typed_is_kept_in_a_file(@TempDir Path home) throws IOException {
        String before = System.getProperty("user.home");
        System.setProperty("user.home", home.toString());
        try {
            type("lookup 0198c0de-1234-7abc-8def-0123456789ab\nbalance --account 521\n");
        } finally {
            System.setProperty("user.home", before);
        }
        assertThat(home).isEmptyDirectory();
    }
}
