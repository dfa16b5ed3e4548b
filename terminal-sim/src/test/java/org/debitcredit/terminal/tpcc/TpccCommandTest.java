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
                "load --url http://127.0.0.1:8080 | --url is 'http://127.0.0.1:8080', which is an HTTP URL",
                "run --rate 1 --terminals 1 | --rate and --terminals are both given",
                "run --patience 5s --url 127.0.0.1:1 | patience is 5 s",
                "run --rate 1 --patience 86401s | patience is 86401 s; it must be 40 s, in which",
                "run --rate 9 --patience 40s | --rate is 9.0; in a patience of 40 s 360 requests would be due, and the",
                "run --rate 1e6 --patience 9h | --rate is 1000000.0; in 40 s, the shortest try, 40,000,000 requests",
                "sweep --from 1 --patience 40s | --from is 1.0; in a patience of 40 s 40 requests would be due",
                "run --rate 0 | --rate is 0.0; it must be above 0 and at most 1000000 requests a second",
                "run --rate NaN | --rate is NaN; it must be above 0",
                "run --rate 1e12 | --rate is 1.0E12; it must be above 0 and at most 1000000",
                "run --terminals 0 | --terminals is 0; it must be 1 to 1000000",
                "run --terminals 1000001 | --terminals is 1000001; it must be 1 to 1000000",
                "run --terminals 9 --duration 999ms | --duration is 0 s; it must be 1 s to 9 h",
                "run --terminals 9 --duration 32401 | --duration is 32401 s; it must be 1 s to 9 h",
                "run --terminals 9 --duration 25h | --duration is 90000 s; it must be 1 s to 9 h",
                "run --terminals 9 --patience 1m | --patience is given with --terminals",
                "run --no-think | --no-think is given without --terminals",
                "run --duration 1m | --duration is given without --terminals",
                "run --streams 0 | --streams is 0; it must be 1 to 64",
                "run --streams 65 | --streams is 65; it must be 1 to 64",
                "run --terminals 90 --streams 65 | --streams is 65; it must be 1 to 64",
                "run --in-flight 1 | --in-flight is 1; it must be the number of streams to 100000",
                "run --in-flight 100001 | --in-flight is 100001; it must be the number of streams to 100000",
                "run --warm-up 2000000h | --warm-up is 7200000000 s; it must be 0 s to 9 h",
                "run --warehouses 0 | warehouses is 0; it must be 1 to 10000",
                "run --warehouses 10001 | warehouses is 10001; it must be 1 to 10000",
                "run --url 127.0.0.1:1 --database jdbc:h2:mem:a | --database and --url are both given",
                "run --url 127.0.0.1:1 --warehouses 2 | --warehouses and --url are both given",
                "load --url 127.0.0.1:1 --warehouses 0 | warehouses is 0; it must be 1 to 10000",
                "run --token-file /nowhere/token | --token-file is given without --url",
                "sweep --token-file /nowhere/token | --token-file is given without --url",
                "load --url 127.0.0.1:1 --token-file /nowhere/token | --token-file is '/nowhere/token', which",
                "sweep --from 0 | --from is 0.0; it must be above 0 and at most 1000000",
                "sweep --from Infinity | --from is Infinity; it must be above 0 and at most 1000000",
                "sweep --patience 19s | patience is 19 s",
                "sweep --warehouses 10001 | warehouses is 10001; it must be 1 to 10000",
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
    void aRunThatDoesNotBeginLeavesNoEarlierReport() throws Exception {
        Path earlier = Files.writeString(folder.resolve("result.json"), "{}");
        try (FakeServer secured = FakeServer.securedBy("secret")) {
            assertThat(console.execute("run", "--url", secured.address().toString(), "--report", folder.toString()))
                    .isEqualTo(1);
        }
        assertThat(console.err()).contains("requires a valid token");
        assertThat(earlier).doesNotExist();
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

    @Test
    void aServerThatRefusesSaysWhy() {
        console.server().refuseLoads("a load of 1 warehouses was begun in this database");

        assertThat(console.execute("load", "--url", console.server().address().toString(), "--warehouses", "2"))
                .isEqualTo(1);
        assertThat(console.err()).contains("refuses: a load of 1 warehouses was begun in this database");
    }
}
