package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./bank} in a tree of its own, where the jars are newer than the sources, so that it builds nothing. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "a shell script")
class LauncherIT {

    @TempDir
    Path root;

    @BeforeEach
    void makeATreeThatIsBuilt() throws IOException {
        Files.copy(Artifacts.root().resolve("bank"), root.resolve("bank"));
        assertThat(root.resolve("bank").toFile().setExecutable(true)).isTrue();
        Files.createFile(root.resolve("pom.xml"));
        for (String module : List.of("toolkit", "bank-core", "bank-server", "terminal-sim", "bench-jmh")) {
            Files.createDirectories(root.resolve(module).resolve("src/main"));
            Files.createFile(root.resolve(module).resolve("pom.xml"));
        }
        jar(Artifacts.serverJar(), "bank-server");
        jar(Artifacts.terminalJar(), "terminal-sim");
        jar(Artifacts.laboratoryJar(), "bench-jmh");
        for (Path jar : List.of(Artifacts.terminalJar(), Artifacts.laboratoryJar())) {
            Path target = root.resolve(jar.getName(jar.getNameCount() - 3)).resolve("target");
            Files.createSymbolicLink(target.resolve("lib"), jar.resolveSibling("lib"));
        }
    }

    private void jar(Path jar, String module) throws IOException {
        Path target = Files.createDirectories(root.resolve(module).resolve("target"));
        touched(Files.copy(jar, target.resolve(jar.getFileName().toString())));
        // What the server's jar is packed from; its date is the one that the launcher believes.
        touched(Files.createFile(target.resolve(jar.getFileName() + ".original")));
    }

    private static void touched(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(60)));
    }

    @Test
    void itsHelpNamesTheCommands() {
        CommandRun help = bank("--help");
        assertThat(help.exitCode()).isZero();
        assertThat(help.stdout())
                .contains("demo")
                .contains("serve")
                .contains("verify")
                .contains("probe");
    }

    @Test
    void noCommandAndAnUnknownOneAreWrongUsage() {
        assertThat(bank().exitCode()).isEqualTo(2);
        CommandRun unknown = bank("frobnicate");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.stderr()).contains("frobnicate");
        assertThat(unknown.stdout()).isEmpty();
    }

    @Test
    void aWrongOptionIsWrongUsageInEveryJar() {
        CommandRun simulate = bank("simulate", "--frobnicate");
        assertThat(simulate.exitCode()).as(simulate.toString()).isEqualTo(2);
        assertThat(simulate.stderr()).contains("--frobnicate");
        CommandRun demo = bank("demo", "--frobnicate");
        assertThat(demo.exitCode()).as(demo.toString()).isEqualTo(2);
        assertThat(demo.stderr()).contains("--frobnicate");
        CommandRun serve = bank("serve", "--frobnicate");
        assertThat(serve.exitCode()).as(serve.toString()).isEqualTo(2);
        assertThat(serve.stderr()).contains("--frobnicate");
    }

    @Test
    void bothJarsAreOfOneBuild() {
        String server = bank("--version").stdout();
        assertThat(server).matches("DebitCredit \\S+( \\([0-9a-f]{7,}(-dirty)?\\))?, JDK \\S+\\R");
        assertThat(bank("serve", "-V").stdout()).isEqualTo(server);
        assertThat(bank("demo", "-V").stdout()).isEqualTo(server);
    }

    @Test
    void theExitCodeOfTheCommandIsItsOwn() {
        CommandRun verify = bank("verify", root.toString());
        assertThat(verify.exitCode()).as(verify.toString()).isEqualTo(2);
        assertThat(verify.stderr()).contains("no bank");
    }

    @Test
    void itWorksFromAnotherDirectoryAndMakesAToken() {
        CommandRun token = CommandRun.of(
                List.of("sh", "-c", "cd / && exec '" + root.resolve("bank") + "' token --name atm --role terminal"),
                environment());
        assertThat(token.exitCode()).as(token.toString()).isZero();
        assertThat(token.stdout()).contains("sha256: ").contains("roles: [terminal]");
    }

    @Test
    void aKeyIsPrintedAloneAndBuildsNothingWhereTheServersJarIs() throws IOException {
        touched(root.resolve("pom.xml"));
        Files.delete(root.resolve("terminal-sim/target")
                .resolve(Artifacts.terminalJar().getFileName()));
        Files.delete(
                root.resolve("bank-server/target").resolve(Artifacts.serverJar().getFileName() + ".original"));
        CommandRun key = bank("key");
        assertThat(key.exitCode()).as(key.toString()).isZero();
        assertThat(key.stdout().strip()).matches("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    }

    private CommandRun bank(String... arguments) {
        List<String> line = new ArrayList<>(List.of(root.resolve("bank").toString()));
        line.addAll(List.of(arguments));
        return CommandRun.of(line, environment());
    }

    private static Map<String, String> environment() {
        return Map.of("JAVA_HOME", System.getProperty("java.home"));
    }
}
