package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Counts the source files that a reader has to open to follow one DebitCredit over REST. The recording runs in a
 * process of its own, which it is woven into as classes are loaded: weaving it into the loaded classes of this JVM
 * would take the names of parameters out of them, which the web framework needs.
 */
@Timeout(120)
class TransactionPathTest {

    /** Lower it whenever the path has become shorter. */
    private static final int FILES_MAX = 60;

    private static final Path ARCHITECTURE = Path.of("..", "docs", "ARCHITECTURE.md");
    private static final Path REPORT = Path.of("target", "transaction-path.txt");

    @TempDir
    private Path directory;

    @Test
    void aDebitCreditOverRestVisitsFewFiles() throws Exception {
        List<String> lines = recorded();
        List<String> path = lines.subList(0, lines.indexOf(""));
        report(path, lines.subList(path.size() + 1, lines.size()));
        assertThat(path).hasSizeLessThanOrEqualTo(FILES_MAX);
        assertThat(Files.readString(ARCHITECTURE))
                .contains(path.stream().map(TransactionPathTest::inCode).toList());
    }

    /** The name of a file as the page writes it. */
    private static String inCode(String file) {
        return '`' + file.substring(file.lastIndexOf('.') + 1) + '`';
    }

    private List<String> recorded() throws IOException, InterruptedException {
        Path recorded = directory.resolve("path");
        Path log = directory.resolve("log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        TransactionPath.class.getName(),
                        directory.resolve("data").toString(),
                        recorded.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(() -> read(log)).isZero();
        return Files.readAllLines(recorded);
    }

    private static String read(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static void report(List<String> path, List<String> steps) throws IOException {
        StringBuilder text = new StringBuilder()
                .append(path.size())
                .append(" source files are on the path of one DebitCredit over REST, in the order of the first "
                        + "visit:\n");
        for (int i = 0; i < path.size(); i++) {
            text.append(String.format("%3d %s%n", i + 1, path.get(i)));
        }
        text.append("\nThe last request went through them in these ")
                .append(steps.size())
                .append(" steps:\n");
        steps.forEach(file -> text.append("    ").append(file).append('\n'));
        Files.writeString(REPORT, text);
        System.out.println(text);
    }
}
