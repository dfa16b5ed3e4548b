package org.debitcredit.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PrintableTest {

    @Test
    void what_would_change_the_screen_is_replaced() {
        assertThat(Printable.of("a\u001b[2Jb\nc\u202ed")).isEqualTo("a?[2Jb?c?d");
    }

    @Test
    void a_refusal_has_its_description_if_there_is_one() {
        assertThat(Printable.refusal(TimeUnit.DAYS, "too\rlong")).isEqualTo("DAYS: too?long");
        assertThat(Printable.refusal(TimeUnit.DAYS, null)).isEqualTo("DAYS");
    }
}
