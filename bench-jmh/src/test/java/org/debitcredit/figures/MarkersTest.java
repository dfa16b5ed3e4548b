package org.debitcredit.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MarkersTest {

    private static final String PAGE = """
            before
            <!-- generated: a -->
            old
            <!-- end -->
            between
            <!-- generated: b -->
            <!-- end -->
            after
            """;

    @Test
    void only_what_stands_between_a_names_markers_is_replaced() {
        String once = Markers.replace(PAGE, "a", "new\n$1 \\ lines\n");
        assertThat(once).isEqualTo(PAGE.replace("old\n", "new\n$1 \\ lines\n"));
        assertThat(Markers.replace(once, "a", "new\n$1 \\ lines\n")).isEqualTo(once);
        assertThat(Markers.replace(PAGE, "b", "x")).contains("old", "<!-- generated: b -->\nx\n<!-- end -->\nafter");
    }

    @Test
    void long_prose_is_broken_between_words_and_a_table_is_not() {
        String word = "word ";
        String row = "| " + word.repeat(40) + "|";
        String endless = "x".repeat(130);
        String page = Markers.replace(PAGE, "a", row + "\n" + word.repeat(30) + "\n\n" + endless + " " + word);
        assertThat(page)
                .contains("\n" + row + "\n" + "word ".repeat(23) + "word\n" + "word ".repeat(5) + "word\n\n" + endless);
        assertThat(page.lines().filter(line -> line.length() > 120)).containsExactly(row, endless + " word");
    }

    @Test
    void a_page_without_the_markers_is_refused() {
        assertThatThrownBy(() -> Markers.replace(PAGE, "c", "x")).hasMessageContaining("generated: c");
        assertThatThrownBy(() -> Markers.replace(PAGE + PAGE, "a", "x")).hasMessageContaining("exactly once");
        assertThatThrownBy(() -> Markers.replace(PAGE.replaceFirst("<!-- end -->", ""), "a", "x"))
                .hasMessageContaining("has no");
    }
}
