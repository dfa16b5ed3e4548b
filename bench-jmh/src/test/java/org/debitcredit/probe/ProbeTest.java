package org.debitcredit.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.debitcredit.probe.JournalRow.Journaled;
import org.debitcredit.storage.FileSystemKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** A probe of two seconds over a real directory. */
@Timeout(180)
class ProbeTest {

    private static final long FILL_AHEAD_BYTES = 1 << 20;

    /** On the machine's disk: what is measured is said of that. */
    @TempDir(factory = TempDirFactory.Standard.class)
    Path temp;

    private static ProbeSettings settings(Path directory) {
        return new ProbeSettings(directory, 2, Disk.ARTICLE, FILL_AHEAD_BYTES);
    }

    private static ProbeResult probe(Path directory) throws IOException {
        return Probe.run(settings(directory), Instant.EPOCH, what -> {});
    }

    @Test
    void measures_every_cell_tells_it_and_leaves_the_directory_as_it_was() throws Exception {
        Files.writeString(temp.resolve("mine"), "untouched");
        ProbeResult result = probe(temp);

        assertThat(result.forces()).hasSize(24).allSatisfy(row -> assertRan(row.measured()));
        assertRan(result.seeks().measured());
        assertThat(result.groups()).extracting(GroupRow::transactions).isEqualTo(CommitCurve.GROUPS);
        assertThat(result.groups()).allSatisfy(row -> {
            assertRan(row.forces());
            assertThat(row.predictedPerSecond())
                    .isCloseTo(row.transactions() * 1e6 / result.model().forceMicros(row.bytes()), within(1e-6));
        });
        assertThat(result.journals()).extracting(JournalRow::transactions).isEqualTo(JournalDuel.GROUPS);
        assertThat(result.journals()).allSatisfy(row -> {
            assertRan(row.floor());
            assertThat(row.journals()).hasSameSizeAs(ProbedJournal.ALL);
            for (Journaled journal : row.journals()) {
                assertRan(journal.forces());
                assertThat(journal.ofFloor())
                        .isEqualTo(Median.ofRatios(
                                journal.forces().byRound(), row.floor().byRound()));
            }
        });
        assertRan(result.fillAhead().on());
        assertRan(result.fillAhead().off());

        assertThat(temp).isDirectoryContaining("glob:**/mine");
        try (Stream<Path> left = Files.list(temp)) {
            assertThat(left).hasSize(1);
        }
        assertThat(temp.resolve("mine")).hasContent("untouched");

        assertText(ProbeText.of(result), result);
        assertPage(ProbePage.of(result));
    }

    private static void assertRan(MeasuredOperation measured) {
        assertThat(measured.byRound()).hasSize(Probe.ROUNDS).allMatch(perSecond -> perSecond > 0);
        OperationTimes times = measured.times();
        assertThat(times.count()).isGreaterThanOrEqualTo(Probe.ROUNDS);
        assertThat(List.of(times.p50Micros(), times.p99Micros(), times.p999Micros(), times.maxMicros()))
                .isSorted()
                .allMatch(micros -> micros > 0);
    }

    private static void assertText(String text, ProbeResult result) {
        assertThat(text)
                .contains("76.3", "chronicle", "random reads", result.medium().toString());
        assertThat(text.strip().lines().reduce((a, b) -> b).orElseThrow())
                .isEqualTo(ProbeVerdict.of(result).headline());
    }

    private static void assertPage(String page) throws Exception {
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(page)));
        NodeList charts = document.getElementsByTagName("svg");
        assertThat(charts.getLength()).isEqualTo(3);
        assertThat(count(charts.item(0), "circle")).isEqualTo(24);
        assertThat(count(charts.item(1), "circle")).isEqualTo(2 * CommitCurve.GROUPS.size());
        assertThat(count(charts.item(2), "circle"))
                .isEqualTo((1 + ProbedJournal.ALL.size()) * JournalDuel.GROUPS.size());
        assertThat(document.getElementsByTagName("script").getLength()).isZero();
        assertThat(page.replace("http://www.w3.org/1999/xhtml", "").replace("http://www.w3.org/2000/svg", ""))
                .doesNotContain("http:", "https:");
    }

    private static int count(org.w3c.dom.Node node, String element) {
        return ((Element) node).getElementsByTagName(element).getLength();
    }

    @Test
    void memory_is_measured_too_and_the_verdict_says_what_it_is_worth() throws IOException {
        Path shared = Path.of("/dev/shm");
        assumeTrue(
                Files.isWritable(shared)
                        && FileSystemKind.of(shared).isMemory()
                        && FileSystemKind.of(shared).usableBytes() > Probe.bytesNeeded(settings(shared)),
                "there is no tmpfs with room at /dev/shm");
        Path directory = Files.createTempDirectory(shared, "probe-test-");
        try {
            assertThat(ProbeVerdict.of(probe(directory)).headline()).startsWith("NOTHING IS DURABLE HERE: tmpfs");
            assertThat(directory).isEmptyDirectory();
        } finally {
            Files.delete(directory);
        }
    }

    @Test
    void a_probe_that_fails_cleans_up_too() {
        ProbeProgress failing = what -> {
            if (what.startsWith("journal")) {
                assertThat(temp).isNotEmptyDirectory();
                throw new IllegalStateException("stop here");
            }
        };
        assertThatThrownBy(() -> Probe.run(settings(temp), Instant.EPOCH, failing))
                .hasMessage("stop here");
        assertThat(temp).isEmptyDirectory();
    }

    @Test
    void a_directory_that_is_none_is_named() throws IOException {
        Path missing = temp.resolve("missing");
        assertThatThrownBy(() -> probe(missing))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("DIR is '" + missing + "'; it does not exist");
        Path file = Files.writeString(temp.resolve("file"), "x");
        assertThatThrownBy(() -> probe(file)).hasMessage("DIR is '" + file + "'; it is not a directory");
    }

    @Test
    void too_little_room_is_told_before_anything_is_written() {
        assertThatThrownBy(
                        () -> Probe.run(new ProbeSettings(temp, 2, Disk.ARTICLE, 1L << 50), Instant.EPOCH, what -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(temp.toString())
                .hasMessageContaining("free; a probe of 2 s needs");
        assertThat(temp).isEmptyDirectory();
    }

    @Test
    void a_length_that_cannot_be_is_named() {
        for (int seconds : new int[] {0, -1, 3_601}) {
            assertThatThrownBy(() -> new ProbeSettings(temp, seconds, Disk.ARTICLE, FILL_AHEAD_BYTES))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("--duration is " + seconds + "s; it must be 1s to 3600s");
        }
    }
}
