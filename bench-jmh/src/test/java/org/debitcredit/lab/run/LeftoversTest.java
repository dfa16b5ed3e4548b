package org.debitcredit.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LeftoversTest {

    private final List<String> removed = new ArrayList<>();

    private void make(Leftovers leftovers, String name) throws IOException {
        leftovers.make(() -> name, made -> () -> removed.add(made));
    }

    @Test
    void the_newest_is_removed_first_and_a_round_removes_only_its_own() throws IOException {
        Leftovers leftovers = new Leftovers();
        make(leftovers, "of the run");
        int before = leftovers.size();
        make(leftovers, "directory");
        make(leftovers, "process");
        leftovers.removeDownTo(before);
        assertThat(removed).containsExactly("process", "directory");
        leftovers.close();
        assertThat(removed).containsExactly("process", "directory", "of the run");
    }

    @Test
    void nothing_is_made_once_the_process_is_being_stopped() throws IOException {
        Leftovers leftovers = new Leftovers();
        leftovers.close();
        assertThatThrownBy(() -> make(leftovers, "late")).isInstanceOf(IllegalStateException.class);
        leftovers.close();
        assertThat(removed).isEmpty();
    }

    @Test
    void what_cannot_be_removed_keeps_nothing_else() throws IOException {
        Leftovers leftovers = new Leftovers();
        make(leftovers, "first");
        leftovers.make(() -> "stuck", made -> () -> {
            throw new IOException("cannot delete " + made);
        });
        assertThatThrownBy(leftovers::close)
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("cannot delete stuck");
        assertThat(removed).containsExactly("first");
    }

    @Test
    void a_removal_that_throws_keeps_nothing_else_either() throws IOException {
        Leftovers leftovers = new Leftovers();
        make(leftovers, "first");
        leftovers.make(() -> "broken", made -> () -> {
            throw new IllegalStateException(made + " cannot be stopped");
        });
        assertThatThrownBy(leftovers::close).hasMessage("broken cannot be stopped");
        assertThat(removed).containsExactly("first");
    }

    /** A lab that prints what happens when it is stopped. */
    static final class Stopped {

        private Stopped() {}

        public static void main(String[] args) throws Exception {
            Leftovers leftovers = Leftovers.ofProcess(() -> System.out.println("report"));
            leftovers.make(() -> "process", made -> () -> System.out.println(made + " is removed"));
            System.out.println("ready");
            new CountDownLatch(1).await();
        }
    }

    @Test
    @Timeout(60)
    void a_stopped_process_reports_before_it_removes_anything() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Stopped.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(lines.readLine()).isEqualTo("ready");
            // TERM, as kill sends it. The method of the process would close its output.
            process.toHandle().destroy();
            assertThat(lines.lines()).containsExactly("report", "process is removed");
        } finally {
            process.destroyForcibly();
        }
    }
}
