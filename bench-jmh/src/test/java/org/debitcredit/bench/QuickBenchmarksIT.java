package org.debitcredit.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Every build measures itself: the packaged quick benchmarks, beside the recorded runs. {@code -Dskip.benchmarks}
 * leaves it out.
 */
class QuickBenchmarksIT {

    @Test
    void no_quick_benchmark_is_slower_than_recorded_beyond_noise() throws IOException, InterruptedException {
        Path target = Path.of(System.getProperty("benchmarks.target"));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("benchmarks.jar"),
                        QuickBenchmarks.class.getName(),
                        "--history",
                        System.getProperty("benchmarks.history"),
                        "--write",
                        target.resolve("history").toString(),
                        "--directory",
                        target.resolve("bench").toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        System.out.print(said);
        assertThat(process.waitFor()).as(said).isZero();
    }
}
