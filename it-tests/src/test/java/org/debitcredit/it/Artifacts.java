package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

/** What the build made, by system properties that the module's {@code pom.xml} sets. */
final class Artifacts {

    private Artifacts() {}

    static Path serverJar() {
        return existing("bank.server.jar");
    }

    static Path laboratoryJar() {
        return existing("laboratory.jar");
    }

    static Path terminalJar() {
        return existing("terminal.sim.jar");
    }

    /** Folder with Chronicle's analytics, which are on no class path of the product. */
    static Path analytics() {
        return existing("bank.it.analytics");
    }

    /** Root of the source tree. */
    static Path root() {
        return existing("bank.it.root");
    }

    /** The {@code java} that runs this test. */
    static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    private static Path existing(String property) {
        String value = System.getProperty(property);
        assertThat(value).as("system property " + property).isNotNull();
        Path path = Path.of(value).toAbsolutePath().normalize();
        assertThat(path).as(property).exists();
        return path;
    }
}
