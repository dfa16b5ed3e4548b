package org.debitcredit.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CloseablesTest {

    private final List<String> closed = new ArrayList<>();

    private AutoCloseable closes(String name) {
        return () -> closed.add(name);
    }

    private AutoCloseable fails(String name, Exception failure) {
        return () -> {
            closed.add(name);
            throw failure;
        };
    }

    @Test
    void all_are_closed_though_some_fail_and_the_first_failure_is_thrown_with_the_others() {
        IOException first = new IOException("first");
        IllegalStateException second = new IllegalStateException("second");
        assertThatThrownBy(() -> Closeables.closeAll(
                        List.of(closes("a"), fails("b", first), closes("c"), fails("d", second), closes("e"))))
                .isSameAs(first)
                .hasSuppressedException(second);
        assertThat(closed).containsExactly("a", "b", "c", "d", "e");
    }

    @Test
    void a_failure_that_is_no_io_exception_is_the_cause_of_one() {
        IllegalStateException failure = new IllegalStateException("planted");
        assertThatThrownBy(() -> Closeables.closeAll(List.of(fails("a", failure), closes("b"))))
                .isInstanceOf(IOException.class)
                .hasCause(failure);
        assertThat(closed).containsExactly("a", "b");
    }
}
