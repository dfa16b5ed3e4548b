package org.debitcredit.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.debitcredit.console.HelpPages;
import org.junit.jupiter.api.Test;

/**
 * Compares help texts, man pages and completion in {@code config} with the commands. They are rewritten by {@code
 * ./mvnw -pl terminal-sim -am test -Dtest=HelpPagesTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Dbank.docs.write=true}.
 */
class HelpPagesTest {

    private static final Path CONFIG = Path.of("..", "config");

    @Test
    void every_command_has_its_pages() throws IOException {
        String completion = Files.readString(CONFIG.resolve(HelpPages.COMPLETION));
        for (Map.Entry<String, String> page :
                HelpPages.of(TerminalCommand.commandLine(), completion).entrySet()) {
            Path file = CONFIG.resolve(page.getKey());
            if (Boolean.getBoolean("bank.docs.write")) {
                Files.writeString(file, page.getValue());
            }
            assertThat(file).hasContent(page.getValue());
        }
    }
}
