package org.debitcredit.server.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What editors are told of {@code bank.*}: the processor writes it while the module is compiled. */
class MetadataTest {

    @Test
    void editorsAreToldEveryPropertyWithItsDefault() throws Exception {
        Map<String, JsonNode> properties = properties();
        JsonNode keyWindow = Objects.requireNonNull(properties.get("bank.key-window"));
        assertThat(keyWindow.path("type").asString()).isEqualTo("java.lang.Integer");
        assertThat(keyWindow.path("defaultValue").asInt()).isEqualTo(1_000_000);
        assertThat(keyWindow.path("description").asString()).contains("latest keys");
        assertThat(properties)
                .containsKeys("bank.data", "bank.journal.mirror.directory", "bank.security.tokens")
                .containsKeys(NumericProperties.withDefaults().keySet().toArray(String[]::new));
    }

    private static Map<String, JsonNode> properties() throws Exception {
        JsonNode metadata = JsonMapper.shared().readTree(Files.readString(metadataFile()));
        return metadata.path("properties")
                .valueStream()
                .collect(Collectors.toMap(property -> property.path("name").asString(), property -> property));
    }

    private static Path metadataFile() throws Exception {
        Path classes = Path.of(BankProperties.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        return classes.resolve("META-INF/spring-configuration-metadata.json");
    }
}
