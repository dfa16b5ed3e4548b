package org.debitcredit.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.debitcredit.console.HelpPages;
import org.junit.jupiter.api.Test;

/**
 * Holds {@code config/help} against the commands. Written anew by {@code ./mvnw -pl bench-jmh -am test
 * -Dtest=HelpPagesTest
 * -Dsurefire.failIfNoSpecifiedTests=false -Dbank.docs.write=true}.
 */
class HelpPagesTest {

    private static final Path PAGES = Path.of("..", "config", "help");

    @Test
    void every_command_has_its_page() throws IOException {
        for (Map.Entry<String, String> page :
                HelpPages.of(LaboratoryCommand.commandLine()).entrySet()) {
            Path file = PAGES.resolve(page.getKey() + ".txt");
            if (Boolean.getBoolean("bank.docs.write")) {
                Files.createDirectories(PAGES);
                Files.writeString(file, page.getValue());
            }
            assertThat(file).hasContent(page.getValue());
        }
    }
}
