package org.debitcredit.server.settings;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;

/** What several files, profiles and arguments make of the configuration, with real files. */
class ConfigurationSourcesTest {

    private static final String TOKENS = """
            bank.security:
              tokens:
                - name: seven
                - name: eight
                - name: free
            """;

    private static final String BOTH = """
              scopes:
                - client: seven
                  branches: [7]
                - client: eight
                  branches: [8]
              limits:
                - client: eight
                  requests: 10
            """;

    @TempDir
    private Path folder;

    /** The listeners need no beans. */
    private static final class NoBeans {}

    @BeforeEach
    void write() throws IOException {
        write("application.yaml", TOKENS + BOTH);
    }

    private void write(String file, String yaml) throws IOException {
        Files.writeString(folder.resolve(file), yaml);
    }

    private void start(String... more) {
        SpringApplication application = new SpringApplication(NoBeans.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setBannerMode(Banner.Mode.OFF);
        application.setLogStartupInfo(false);
        application.setRegisterShutdownHook(false);
        application.addListeners(new ReplacedLists(), new WrittenNumbers());
        application
                .run(Stream.concat(Stream.of("--spring.config.location=" + folder.toUri()), Stream.of(more))
                        .toArray(String[]::new))
                .close();
    }

    private void refuses(String[] arguments, String... parts) {
        assertThatThrownBy(() -> start(arguments))
                .isInstanceOf(ConfigurationRefused.class)
                .hasMessageContainingAll(parts);
    }

    @Test
    void oneFileIsTaken() {
        assertThatCode(() -> start()).doesNotThrowAnyException();
    }

    @Test
    void aProfileWhoseListLacksTheScopeOfAClientIsRefused() throws IOException {
        write("application-night.yaml", """
                bank.security.scopes:
                  - client: seven
                    branches: [7-9]
                """);
        refuses(
                new String[] {"--spring.profiles.active=night"},
                "the list bank.security.scopes in",
                "application-night.yaml",
                "replaces the one in",
                "application.yaml",
                "the client 'eight' would have no entry");
    }

    @Test
    void anEmptyListIsRefusedLikewise() throws IOException {
        write("application-night.yaml", "bank.security.scopes: []\n");
        refuses(new String[] {"--spring.profiles.active=night"}, "bank.security.scopes", "'seven'");
    }

    @Test
    void anArgumentThatReplacesTheLimitsIsRefused() {
        refuses(
                new String[] {"--bank.security.limits[0].client=seven", "--bank.security.limits[0].requests=1"},
                "bank.security.limits",
                "commandLineArgs",
                "'eight'");
    }

    @Test
    void aListThatNamesTheSameClientsIsTaken() throws IOException {
        write("application-night.yaml", """
                bank.security.scopes:
                  - client: eight
                    branches: [1]
                  - client: free
                    branches: [2]
                  - client: seven
                    branches: [1]
                """);
        assertThatCode(() -> start("--spring.profiles.active=night")).doesNotThrowAnyException();
    }

    /** A profile with clients of its own takes nothing from anyone. */
    @Test
    void anEntryOfAClientThatIsNoneMayBeReplaced() throws IOException {
        write("application-test.yaml", """
                bank.security:
                  tokens:
                    - name: tester
                  scopes:
                    - client: tester
                      branches: [1]
                  limits: []
                """);
        assertThatCode(() -> start("--spring.profiles.active=test")).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({"010,8", "0x10,16", "0b11,3", "10:20,620", "'&here 010',8", "0_10,8"})
    void aNumberThatYamlReadsAsAnotherOneIsRefused(String written, String read) throws IOException {
        write("application.yaml", TOKENS + """
                  scopes:
                    - client: seven
                      branches: [7, %s]
                """.formatted(written));
        refuses(
                new String[0],
                "bank.security.scopes[0].branches[1] is written as " + written.replace("&here ", ""),
                "which YAML reads as " + read,
                "application.yaml",
                "- 8:21");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0", "10", "+10", "1_000", "-5", "'010'", "\"10:20\"", "0.50", "9999999999999999999", "7-9"})
    void aNumberThatIsReadAsItIsWrittenIsTaken(String written) throws IOException {
        write("application.yaml", "bank.some: [7, %s]\n".formatted(written));
        assertThatCode(() -> start()).doesNotThrowAnyException();
    }
}
