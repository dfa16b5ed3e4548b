package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The files in {@code config} by which an operator deploys the service, judged by the tools that read them. */
class PackagesIT {

    private static final Path CONFIG = Artifacts.root().resolve("config");

    /** Exposure levels go from 0 (safe) to 10. */
    private static final double EXPOSURE_MAX = 2.0;

    @Test
    void noPackagedFormFoundsABankWhenItStarts() throws IOException {
        try (Stream<Path> files = Stream.of("Dockerfile", "systemd", "kubernetes", "postgresql", "mariadb")
                .map(CONFIG::resolve)
                .flatMap(PackagesIT::walk)) {
            List<Path> packaged = files.filter(Files::isRegularFile).toList();
            assertThat(packaged).hasSizeGreaterThan(5);
            for (Path file : packaged) {
                assertThat(Files.readString(file)).as(file.toString()).doesNotContain("--found", "bank.found");
            }
        }
    }

    private static Stream<Path> walk(Path file) {
        try {
            return Files.walk(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theUnitIsHardened() {
        Path unit = CONFIG.resolve("systemd").resolve("bank.service");
        assume("systemd-analyze", "--version");
        CommandRun run = CommandRun.of("systemd-analyze", "security", "--offline=yes", unit.toString());
        Matcher exposure = Pattern.compile("Overall exposure level for bank.service: ([0-9.]+)")
                .matcher(run.stdout());
        assertThat(exposure.find()).as(run.toString()).isTrue();
        assertThat(Double.parseDouble(exposure.group(1))).isLessThanOrEqualTo(EXPOSURE_MAX);
        CommandRun verified = CommandRun.of("systemd-analyze", "--man=no", "verify", unit.toString());
        // The Java and the user of the machine that it will be installed on are missing here.
        assertThat(verified.stderr().lines().filter(line -> line.contains("bank.service")))
                .as(verified.toString())
                .noneMatch(line -> line.contains("Unknown") || line.contains("Failed to parse"));
    }

    @Test
    void theManifestsAreOneReplicaThatMayStopInOrder() {
        assume("kubectl", "version", "--client");
        assertThat(kustomized(CONFIG.resolve("kubernetes")))
                .contains("kind: StatefulSet", "replicas: 1", "startupProbe:", "readOnlyRootFilesystem: true")
                .contains("terminationGracePeriodSeconds: 60", "image: bank:", "prometheus.io/scheme: https")
                .doesNotContain("hostPath:");
    }

    /** Only one pod may mount the volume: if the service's pod were there first, the founding would wait for ever. */
    @Test
    void theBankIsFoundedOnKubernetesBeforeThereIsAService() {
        assume("kubectl", "version", "--client");
        assertThat(kustomized(CONFIG.resolve("kubernetes")))
                .doesNotContain("kind: Job", "kind: Namespace", "kind: PersistentVolumeClaim");
        assertThat(kustomized(CONFIG.resolve("kubernetes").resolve("found")))
                .contains("kind: Job", "kind: Namespace", "kind: PersistentVolumeClaim", "- ReadWriteOncePod")
                .doesNotContain("kind: StatefulSet");
    }

    private static String kustomized(Path directory) {
        CommandRun run = CommandRun.of("kubectl", "kustomize", directory.toString());
        assertThat(run.exitCode()).as(run.toString()).isZero();
        return run.stdout();
    }

    private static void assume(String... command) {
        String failure = CommandRun.failure(command);
        assumeTrue(failure.isEmpty(), "not checked: " + failure);
    }
}
