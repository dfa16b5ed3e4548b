package org.debitcredit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * One simple name has one meaning: no two top-level types have the same one, whatever their modules. Nested types do
 * not count, because each is named together with the type that contains it.
 */
class TypeNamesTest {

    /** The names that several types may have, and why. */
    private static final Map<String, String> SHARED = Map.of(
            "ArchitectureTest", "each module has its own rules, and the same test holds them",
            "HelpPagesTest", "each module with commands has the same test of its pages");

    @Test
    void each_simple_name_is_of_one_type() throws IOException {
        Map<String, List<Path>> filesByName = new TreeMap<>();
        for (Path file : sources()) {
            String name = file.getFileName().toString().replace(".java", "");
            filesByName.computeIfAbsent(name, key -> new ArrayList<>()).add(file);
        }
        assertThat(filesByName).hasSizeGreaterThan(1_000);
        filesByName.values().removeIf(files -> files.size() == 1);
        assertThat(filesByName).containsOnlyKeys(SHARED.keySet());
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            for (Path folder : modules.map(module -> module.resolve("src"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(folder)) {
                    sources.addAll(files.filter(file -> file.toString().endsWith(".java"))
                            .filter(file -> !file.endsWith("package-info.java"))
                            .toList());
                }
            }
        }
        return sources;
    }
}
