package org.debitcredit.server.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/limits.md} says of each setting what the configuration is checked against. It is written by
 *
 * <pre>
 *   ./mvnw -pl bank-server -am test -Dtest=LimitsPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dbank.docs.write=true
 * </pre>
 */
class LimitsPageTest {

    private static final Path PAGE = Path.of("..", "docs", "limits.md");
    private static final int COLUMNS = 120;

    private static final String INTRODUCTION = """
            # Limits: the range of every setting

            Written by `LimitsPageTest` from the list that the configuration is checked against:
            `./mvnw -pl bank-server -am test -Dtest=LimitsPageTest -Dsurefire.failIfNoSpecifiedTests=false
            -Dbank.docs.write=true`.

            A value out of its range stops the start with exit code 2 and a line that names the setting, the value and the
            range. These are the settings of `bank.*` that are numbers, times or sizes; `config/application-example.yaml`
            explains all of them. Ports and time-outs of `server.*` and `spring.*` are checked by Spring Boot. Embedded,
            the engine takes less: a group, a ring, a window of keys and an epoch of 1, no zeros ahead, and segments that
            hold one short document.

            | Setting | Smallest | Default | Largest |
            |---|---|---|---|
            """;

    @Test
    void thePageIsWhatTheConfigurationIsCheckedAgainst() throws IOException {
        String page = page();
        if (Boolean.getBoolean("bank.docs.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE)
                .as("docs/limits.md is not the list of limits; see how to write it in the class's comment")
                .hasContent(page);
        assertThat(page.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(COLUMNS));
    }

    private static String page() {
        Map<String, String> defaults = NumericProperties.withDefaults();
        StringBuilder page = new StringBuilder(INTRODUCTION);
        for (Limit limit : Limit.values()) {
            String value = defaults.getOrDefault(limit.property, "");
            page.append("| `").append(limit.property).append("` | ");
            page.append(limit.unit == Limit.Unit.POWER_OF_TWO ? "a power of two, " : "");
            page.append(limit.unit.text(limit.min)).append(" | ");
            page.append(value.isEmpty() ? "none" : value).append(" | ");
            page.append(limit.unit.text(limit.max)).append(" |\n");
        }
        page.append("\n## What bounds them, and what happens at the bound\n\n");
        for (Limit limit : Limit.values()) {
            append(page, "- `" + limit.property + "`: " + limit.boundedBy);
            append(page, "  At the bound: " + limit.atTheBound);
        }
        page.append("\n## What they must be to each other, and to the machine\n\n");
        for (Relation relation : Relation.values()) {
            append(page, "- `" + relation.property + "` must be " + relation.rule + ".");
        }
        return page.toString();
    }

    /** Wrapped; what is wrapped is indented as in a list. */
    private static void append(StringBuilder page, String text) {
        StringBuilder line = new StringBuilder();
        for (String word : text.split("(?<=\\S) ")) {
            if (line.length() + 1 + word.length() > COLUMNS) {
                page.append(line).append('\n');
                line = new StringBuilder("  ").append(word);
            } else {
                line.append(line.isEmpty() ? "" : " ").append(word);
            }
        }
        page.append(line).append('\n');
    }
}
