package org.debitcredit.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A directory with a file {@code NAME.jsonl} for each benchmark. Each line is the JSON object of a
 * {@link BenchmarkRun}, the oldest first.
 */
public final class HistoryFiles {

    private static final String ENDING = ".jsonl";

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private HistoryFiles() {}

    /**
     * All runs, in the files' alphabetical order; none where the directory is missing.
     *
     * @throws MalformedHistoryException for a line that is no run, or the run of another benchmark than the file's name
     *     says
     */
    public static List<BenchmarkRun> read(Path directory) throws IOException {
        List<BenchmarkRun> runs = new ArrayList<>();
        if (!Files.isDirectory(directory)) {
            return runs;
        }
        List<Path> files;
        try (Stream<Path> entries = Files.list(directory)) {
            files = entries.filter(file -> file.toString().endsWith(ENDING))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            runs.addAll(readFile(file));
        }
        return runs;
    }

    private static List<BenchmarkRun> readFile(Path file) throws IOException {
        List<BenchmarkRun> runs = new ArrayList<>();
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
            BenchmarkRun run;
            try {
                run = JSON.readValue(lines.get(i), BenchmarkRun.class);
            } catch (JacksonException e) {
                throw new MalformedHistoryException(file, i + 1, e.getOriginalMessage());
            }
            if (run == null) {
                throw new MalformedHistoryException(file, i + 1, "it is null");
            }
            if (!file.equals(fileOf(file.resolveSibling(""), run))) {
                throw new MalformedHistoryException(file, i + 1, "it is a run of " + run.benchmark());
            }
            runs.add(run);
        }
        return runs;
    }

    /** Adds a run after the others of its benchmark, and creates the directory if it is missing. */
    public static void append(Path directory, BenchmarkRun run) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(
                fileOf(directory, run),
                JSON.writeValueAsString(run) + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private static Path fileOf(Path directory, BenchmarkRun run) {
        return directory.resolve(run.benchmark() + ENDING);
    }
}
