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

/**
 * A tree with {@code ./bank}, where the jars are newer than the sources, so that it builds nothing.
 *
 * @param root the directory of the launcher
 */
record LauncherTree(Path root) {

    /** Makes the tree in an empty directory. */
    static LauncherTree make(Path root) throws IOException {
        LauncherTree tree = new LauncherTree(root);
        tree.copyExecutable("bank");
        Files.createDirectory(root.resolve("config"));
        tree.copyExecutable("config/prepare-server");
        Files.createFile(root.resolve("pom.xml"));
        for (String module : List.of("toolkit", "bank-core", "tpcc", "bank-server", "terminal-sim", "bench-jmh")) {
            Files.createDirectories(root.resolve(module).resolve("src/main"));
            Files.createFile(root.resolve(module).resolve("pom.xml"));
        }
        tree.copyJar(Artifacts.serverJar(), "bank-server");
        tree.copyJar(Artifacts.terminalJar(), "terminal-sim");
        tree.copyJar(Artifacts.laboratoryJar(), "bench-jmh");
        for (Path jar : List.of(Artifacts.terminalJar(), Artifacts.laboratoryJar())) {
            Path target = root.resolve(jar.getName(jar.getNameCount() - 3)).resolve("target");
            Files.createSymbolicLink(target.resolve("lib"), jar.resolveSibling("lib"));
        }
        return tree;
    }

    private void copyExecutable(String file) throws IOException {
        Path copy = Files.copy(Artifacts.root().resolve(file), root.resolve(file));
        assertThat(copy.toFile().setExecutable(true)).isTrue();
    }

    private void copyJar(Path jar, String module) throws IOException {
        Path target = Files.createDirectories(root.resolve(module).resolve("target"));
        touch(Files.copy(jar, target.resolve(jar.getFileName().toString())));
        // What the server's jar is packed from; its date is the one that the launcher believes.
        touch(Files.createFile(target.resolve(jar.getFileName() + ".original")));
    }

    /** Gives a file a date that is newer than that of every other file. */
    static void touch(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(60)));
    }

    /** The command line of the launcher. */
    List<String> line(String... arguments) {
        List<String> line = new ArrayList<>(List.of(root.resolve("bank").toString()));
        line.addAll(List.of(arguments));
        return line;
    }

    /** The environment in which it runs on the Java of the test. */
    static Map<String, String> environment() {
        return Map.of("JAVA_HOME", System.getProperty("java.home"));
    }

    /** Runs the launcher on the Java of the test. */
    CommandRun run(String... arguments) {
        return CommandRun.of(line(arguments), environment());
    }

    /** The arguments that the launcher gives to the Java of {@link #javaThatTellsItsArguments}. */
    List<String> arguments(Path javaHome, String... arguments) {
        return arguments(Map.of("JAVA_HOME", javaHome.toString()), arguments);
    }

    /** The arguments that the launcher gives to that Java in this environment. */
    List<String> arguments(Map<String, String> environment, String... arguments) {
        CommandRun run = CommandRun.of(line(arguments), environment);
        assertThat(run.exitCode()).as(run.toString()).isZero();
        return run.stdout().lines().toList();
    }

    /** A Java home whose {@code java} is of version 17 and prints its arguments, one a line. */
    Path javaThatTellsItsArguments() throws IOException {
        return javaThatTellsItsArguments(17);
    }

    /** A Java home whose {@code java} is of this version and prints its arguments, one a line. */
    Path javaThatTellsItsArguments(int version) throws IOException {
        Path home = root.resolve("java-" + version);
        script(home.resolve("bin/java"), """
                [ -z "$JAVA_TOOL_OPTIONS" ] || echo "Picked up JAVA_TOOL_OPTIONS: $JAVA_TOOL_OPTIONS" >&2
                if [ "$1" = -version ]; then echo 'openjdk version "%d.0.1"'; else printf '%%s\\n' "$@"; fi
                """.formatted(version));
        return home;
    }

    /** Writes an executable script for the shell. */
    static void script(Path file, String lines) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + lines);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    /** The lock of the launcher that prepares fast starts. */
    Path lock() {
        return root.resolve(".prepared").resolve("lock");
    }
}
