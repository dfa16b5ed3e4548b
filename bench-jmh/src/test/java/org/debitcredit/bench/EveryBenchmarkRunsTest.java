package org.debitcredit.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Every benchmark runs, as small as it can be. The figures mean nothing. */
class EveryBenchmarkRunsTest {

    @Test
    void everyBenchmarkRunsAndHasAResult(@TempDir Path directory) throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include(".*")
                        .forks(0)
                        .warmupIterations(0)
                        .measurementIterations(1)
                        .measurementTime(TimeValue.milliseconds(20))
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.SILENT)
                        .param("directory", directory.toString())
                        .param("batchSize", "10")
                        .param("branches", "1")
                        .param("inFlight", "64")
                        .param("connections", "8")
                        .build())
                .run();
        assertThat(results)
                .allSatisfy(result ->
                        assertThat(result.getPrimaryResult().getScore()).isPositive());
        Set<String> ran = results.stream()
                .map(result -> result.getParams().getBenchmark())
                .collect(Collectors.toSet());
        assertThat(ran).isEqualTo(listed().map(BenchmarkListEntry::getUsername).collect(Collectors.toSet()));
    }

    /** A class that the annotation processor missed would run nowhere and fail nowhere. */
    @Test
    void everyBenchmarkClassIsListed() throws IOException {
        Set<String> classes =
                listed().map(BenchmarkListEntry::getUserClassQName).collect(Collectors.toSet());
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            List<String> named = sources.map(
                            source -> source.getFileName().toString().replace(".java", ""))
                    .filter(name -> name.endsWith("Benchmark") && !name.equals("BankBenchmark"))
                    .toList();
            assertThat(classes.stream().map(name -> name.substring(name.lastIndexOf('.') + 1)))
                    .containsExactlyInAnyOrderElementsOf(named);
        }
    }

    @Test
    void forkedJvmsGetWhatChronicleNeeds() {
        assertThat(BankBenchmark.jvmArguments())
                .contains(System.getProperty("chronicle.jvm.args").trim().split("\\s+"));
    }

    private static Stream<BenchmarkListEntry> listed() {
        return BenchmarkList.defaultList()
                .getAll(OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), List.of())
                .stream();
    }
}
