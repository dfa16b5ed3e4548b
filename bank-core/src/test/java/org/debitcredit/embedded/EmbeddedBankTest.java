package org.debitcredit.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.lmax.disruptor.RingBuffer;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.debitcredit.recovery.RunningBank;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A bank on the memory ledger and the segment journal needs only two jars. */
@Timeout(60)
class EmbeddedBankTest {

    private static final Path SOURCE = Path.of("src/test/java/org/debitcredit/embedded/EmbeddedBank.java");
    private static final Path PAGE = Path.of("../docs/how-to/embed-the-engine.md");

    @TempDir
    private Path temp;

    @Test
    void disruptor_and_jspecify_are_all_that_it_needs() throws Exception {
        String jars = Stream.of(RingBuffer.class, NullMarked.class, RunningBank.class, EmbeddedBank.class)
                .map(EmbeddedBankTest::placeOf)
                .collect(Collectors.joining(File.pathSeparator));
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        jars,
                        EmbeddedBank.class.getName(),
                        temp.resolve("bank").toString()))
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).startsWith("Committed[").contains("balanceMinor=12500");
        assertThat(temp.resolve("bank/journal")).isNotEmptyDirectory();
    }

    @Test
    void the_page_on_embedding_shows_it() throws IOException {
        String example = Files.readString(SOURCE);
        assertThat(PAGE).content().contains(example.substring(example.indexOf("import ")));
    }

    private static String placeOf(Class<?> type) {
        try {
            return Path.of(Objects.requireNonNull(type.getProtectionDomain().getCodeSource())
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
