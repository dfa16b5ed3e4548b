package org.debitcredit.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryFilesTest {

    @TempDir
    Path directory;

    static BenchmarkRun run(String benchmark, String revision, String settings, double ratio) {
        return new BenchmarkRun(
                benchmark,
                revision,
                Instant.parse("2026-11-21T17:00:00Z"),
                new Machine(2, "a <processor>", "Linux 6.18", "17.0.1"),
                settings,
                1_000 * ratio,
                "ops/s",
                1_000,
                "loops/s",
                ratio,
                0.5);
    }

    @Test
    void what_was_appended_is_read_back_in_order() throws IOException {
        BenchmarkRun first = run("codec-encode", "0123456789abcdef", "batch 10", 2.5);
        BenchmarkRun second = run("codec-encode", "unknown", "batch 10", 2.25);
        BenchmarkRun other = run("bus", "0123456789abcdef-dirty", "batch 10", 0.125);
        for (BenchmarkRun run : List.of(first, second, other)) {
            HistoryFiles.append(directory.resolve("new"), run);
        }
        assertThat(HistoryFiles.read(directory.resolve("new"))).containsExactly(other, first, second);
        assertThat(directory.resolve("new/codec-encode.jsonl")).isRegularFile();
        assertThat(other.shortRevision()).isEqualTo("012345678+");
        assertThat(second.shortRevision()).isEqualTo("unknown");
    }

    @Test
    void a_missing_directory_is_an_empty_history() throws IOException {
        assertThat(HistoryFiles.read(directory.resolve("missing"))).isEmpty();
    }

    @Test
    void a_bad_line_is_named_by_file_and_number() throws IOException {
        Path file = directory.resolve("bus.jsonl");
        String good;
        HistoryFiles.append(directory, run("bus", "abc", "s", 1));
        good = Files.readString(file);
        for (String bad : List.of(
                "{\"benchmark\":\"bus\"}",
                "half a li",
                "",
                "null",
                "[]",
                good.trim() + "x",
                good.trim().replace("\"ratio\":1.0", "\"ratio\":-1.0"),
                good.trim().replace("\"ratio\":1.0", "\"ratio\":null"),
                good.trim().replace("\"abc\"", "null"),
                good.trim().replace("\"bus\"", "\"other\""))) {
            Files.writeString(file, good);
            Files.writeString(file, bad + "\n", StandardOpenOption.APPEND);
            assertThatThrownBy(() -> HistoryFiles.read(directory))
                    .as(bad)
                    .isInstanceOf(MalformedHistoryException.class)
                    .hasMessageStartingWith(file + ", line 2: ");
        }
    }
}
