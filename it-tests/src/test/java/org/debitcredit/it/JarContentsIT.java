package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** What is packed besides classes. */
class JarContentsIT {

    private static final String SBOM = "META-INF/sbom/application.cdx.json";

    @Test
    void theServersJarTellsLicencesModuleAndConfiguration() throws IOException {
        try (JarFile jar = new JarFile(Artifacts.serverJar().toFile())) {
            assertLicences(jar);
            assertThat(manifest(jar).getValue("Automatic-Module-Name")).isEqualTo("org.debitcredit.server");
            assertThat(text(jar, "META-INF/spring-configuration-metadata.json")).contains("\"bank.key-window\"");
            assertThat(text(jar, "META-INF/build-info.properties"))
                    .contains("build.artifact=bank-server")
                    .doesNotContain("build.time");
        }
    }

    @Test
    void theTerminalsJarTellsLicencesAndModule() throws IOException {
        try (JarFile jar = new JarFile(Artifacts.terminalJar().toFile())) {
            assertLicences(jar);
            assertThat(manifest(jar).getValue("Automatic-Module-Name")).isEqualTo("org.debitcredit.terminal");
        }
        Path core = Artifacts.terminalJar().resolveSibling("lib").resolve("bank-core-" + version() + ".jar");
        try (JarFile jar = new JarFile(core.toFile())) {
            assertThat(text(jar, "META-INF/LICENSE")).contains("Apache License");
            assertThat(manifest(jar).getValue("Automatic-Module-Name")).isEqualTo("org.debitcredit.core");
        }
    }

    /**
     * NOTICE names each library that the build's own list has, by its group, or where licences differ also by its name.
     */
    private static void assertLicences(JarFile jar) throws IOException {
        assertThat(text(jar, "META-INF/LICENSE")).contains("Apache License");
        Set<String> named = Set.copyOf(List.of(text(jar, "META-INF/NOTICE").split("\\s+")));
        if (jar.getEntry(SBOM) == null) {
            System.out.println(
                    "skipped: the licences, because an offline build lists no libraries in " + jar.getName());
            return;
        }
        JsonNode components = JsonText.parse(text(jar, SBOM)).path("components");
        assertThat(components).hasSizeGreaterThan(50);
        for (JsonNode component : components) {
            String group = component.path("group").asText();
            String library = group + ":" + component.path("name").asText();
            assertThat(group.equals("org.debitcredit") || named.contains(group) || named.contains(library))
                    .as("NOTICE names the licence of " + library)
                    .isTrue();
        }
    }

    private static String version() throws IOException {
        try (JarFile jar = new JarFile(Artifacts.serverJar().toFile())) {
            return manifest(jar).getValue("Implementation-Version");
        }
    }

    private static Attributes manifest(JarFile jar) throws IOException {
        return jar.getManifest().getMainAttributes();
    }

    private static String text(JarFile jar, String name) throws IOException {
        ZipEntry entry = jar.getEntry(name);
        assertThat(entry).as(name + " in " + jar.getName()).isNotNull();
        try (InputStream file = jar.getInputStream(entry)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
