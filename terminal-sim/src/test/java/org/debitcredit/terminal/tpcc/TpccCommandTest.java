package org.debitcredit.terminal.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.terminal.tpcc.run.FakeServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ResourceLock(Resources.SYSTEM_OUT)
class TpccCommandTest {

    @RegisterExtension
    final TpccConsole console = new TpccConsole();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "load | --url is not given",
                "load --url nowhere | --url is 'nowhere'; it must be the host and gRPC port",
                "load --url 127.0.0.1:99999 | --url is '127.0.0.1:99999'",
                "run --rate 1 --terminals 1 | --rate and --terminals are both given",
                "run --patience 5s --url 127.0.0.1:1 | patience is 5 s",
                "sweep --from 0 | --from is 0.0; it must be above 0",
                "run --mix deck | expected one of [CARDS, PERCENTAGES]"
            })
    void wrongUsageIsNamedAndEndsWith2(String arguments, String message) {
        List<String> all = new ArrayList<>(List.of(arguments.split(" ")));
        if (!all.contains("load")) {
            all.addAll(List.of("--report", folder.toString()));
        }
        if (all.contains("127.0.0.1:1")) {
            all.set(all.indexOf("127.0.0.1:1"), console.server().address().toString());
        }

        assertThat(console.execute(all.toArray(String[]::new))).isEqualTo(2);
        assertThat(console.err()).contains(message);
    }

    @Test
    void aServerThatIsNotThereEndsWith1() {
        String url = console.server().address().toString();
        console.server().close();

        assertThat(console.execute("load", "--url", url)).isEqualTo(1);
        assertThat(console.err()).contains("no server answers at " + url);
    }

    @Test
    void aSecuredServerRequiresItsToken() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "secret\n");
        try (FakeServer secured = FakeServer.securedBy("secret")) {
            String url = secured.address().toString();

            assertThat(console.execute("check", "--url", url)).isEqualTo(1);
            assertThat(console.err()).contains("requires a valid token");
            assertThat(console.execute("check", "--url", url, "--token-file", token.toString()))
                    .isZero();
        }
    }

    @Test
    void loadTellsWhatIsLoaded() throws Exception {
        assertThat(console.execute(
                        "load", "--url", console.server().address().toString(), "--warehouses", "3", "--json"))
                .isZero();
        assertThat(console.json().path("warehouses").intValue()).isEqualTo(3);
    }

    @Test
    void aConditionThatDoesNotHoldEndsWith1() throws Exception {
        String url = console.server().address().toString();
        assertThat(console.execute("check", "--url", url, "--after-load", "--json"))
                .isZero();
        assertThat(console.json().path("conditions")).hasSize(12);

        console.server().breakConditions();

        assertThat(console.execute("check", "--url", url, "--json")).isEqualTo(1);
        assertThat(console.json().path("holds").booleanValue()).isFalse();
        assertThat(console.json().path("conditions")).hasSize(11);
        assertThat(console.json()
                        .path("conditions")
                        .path(2)
                        .path("first")
                        .path(0)
                        .textValue())
                .isEqualTo("warehouse 1, district 4");
    }
}
