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
 *   ./mvnw -pl bank-server -am test -Dtest=LimitsPageTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Dbank.docs.write=true
 * </pre>
 */
class LimitsPageTest {

    private static final Path PAGE = Path.of("..", "docs", "limits.md");
    private static final int COLUMNS = 120;

    private static final String INTRODUCTION = """
            # Limits: the range of every setting

            `LimitsPageTest` writes this page from the list against which the configuration is checked:
            `./mvnw -pl bank-server -am test -Dtest=LimitsPageTest -Dsurefire.failIfNoSpecifiedTests=false
            -Dbank.docs.write=true`.

            A value outside its range stops the start with exit code 2 and a line that names the setting, the value and
            the range. The page lists the settings of `bank.*` that are numbers, times or sizes;
            [`config/application-example.yaml`](../config/application-example.yaml) explains all settings. Spring Boot
            checks ports and time-outs of `server.*` and `spring.*`. An embedded engine accepts smaller values: 1 for the
            sizes of group, ring and idempotency window and for the length of an epoch; 0 for `fill-ahead` on Chronicle;
            and segments that hold one short document.

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
        page.append("\n## The reasons for the limits, and what happens at a limit\n\n");
        for (Limit limit : Limit.values()) {
            append(page, "- `" + limit.property + "`: " + limit.boundedBy);
            append(page, "  At the limit: " + limit.atTheBound);
        }
        page.append("\n## Rules between settings, and between settings and the machine\n\n");
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
