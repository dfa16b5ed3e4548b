package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.debitcredit.server.command.BankCommand;
import org.debitcredit.server.security.AccessControl;
import org.debitcredit.transaction.TransactionKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command line: what starts, what does not, and what people are told. */
@Timeout(120)
class CommandTest {

    @TempDir
    private Path data;

    /** What a command ended with. */
    private record Ended(int code, String out, String err) {}

    private static synchronized Ended run(String... arguments) {
        PrintStream stdout = System.out;
        PrintStream stderr = System.err;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        StringWriter usage = new StringWriter();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            int code = BankCommand.commandLine()
                    .setErr(new PrintWriter(usage, true))
                    .setOut(new PrintWriter(usage, true))
                    .execute(arguments);
            return new Ended(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8) + usage);
        } finally {
            System.setOut(stdout);
            System.setErr(stderr);
        }
    }

    private Ended serve(String... arguments) {
        List<String> all = new ArrayList<>(List.of("serve", "--data", data.toString()));
        all.addAll(List.of(arguments));
        return run(all.toArray(String[]::new));
    }

    private static String bankLine(Ended ended) {
        List<String> lines =
                ended.err().lines().filter(line -> line.startsWith("bank: ")).toList();
        assertThat(lines).as(ended.err()).hasSize(1);
        assertThat(ended.err()).doesNotContain("\tat ");
        return lines.get(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--bank.ring-size=100 | bank.ring-size is 100; it must be a power of two, 1 to 1048576",
                "--bank.group-max=100 | bank.group-max is 100; it must be 8192 to 165563. A group must be "
                        + "able to hold the largest batch",
                "--bank.in-flight-max=9000 | bank.in-flight-max is 9000 and bank.group-max is 16384; "
                        + "bank.in-flight-max must be",
                "--bank.key-window=0 | bank.key-window is 0",
                "--bank.key-ahead-max=0s | bank.key-ahead-max is 0s; it must be 1ms to 1d",
                "--bank.history.rows-max=-1 | bank.history.rows-max is -1; it must be 0 to ",
                "--bank.history.rows-max=900000000000 | at most what fits into half of the heap",
                "--bank.request-timeout=soon | bank.request-timeout is 'soon'",
                "--bank.journal.fill-ahead=1KB | bank.journal.fill-ahead is 1KB; it must be 1MB to 16TB",
                "--bank.currency=QQQ | bank.currency is 'QQQ'",
                "--bank.nonsense=1 | bank.nonsense",
                "--preset=tpcb | bank.preset is 'tpcb'; it must be one of [gray2005, tpca]",
                "--branches=0 | bank.branches is 0; it must be 1 to 1000000",
                "--ledger=oracle | bank.ledger is 'oracle'; it must be h2, memory or a JDBC URL",
                "--ledger=jdbc:oracle:thin:scott/tiger@x | bank.ledger: the URL begins with 'jdbc:oracle:'; it must "
                        + "begin",
                "--ledger=postgresql://u:secret@h/b | bank.ledger is 'postgresql://h/b'; it must be h2, memory or a "
                        + "JDBC URL",
                "--ledger=jdbc:postgresql://u:secret@h/b | bank.ledger: the URL is 'jdbc:postgresql://h/b', which "
                        + "has a user before",
                "--ledger=jdbc:postgresql://localhost | bank.ledger: the URL is 'jdbc:postgresql://localhost'; it "
                        + "must have the form jdbc:postgresql://HOST:PORT/NAME",
                "--projection=jdbc:mysql://h/b | bank.projection.url: the URL begins with 'jdbc:mysql:'; it must begin",
                "--bank.database.commit=never | bank.database.commit is 'never'",
                "--bank.database.outage-max=-1s | bank.database.outage-max is -1s; it must be 0s to 1d",
                "--address=0.0.0.0 | server.address is 0.0.0.0 and bank.security.tokens is empty",
                "--spring.grpc.server.address=0.0.0.0 | spring.grpc.server.address is 0.0.0.0 and "
                        + "bank.security.tokens is empty",
                "--bank.security.insecure-network=yes | bank.security.insecure-network is 'yes'; it must be 'accepted'",
                "--bank.security.tokens[0].sha256=x | an entry of bank.security.tokens has no name",
                "--bank.security.tokens[0].name=x | 'x' has no roles",
                "--bank.security.certificates.required=true | bank.security.certificates.clients is empty",
                "--bank.security.jwt.issuer=x | bank.security.jwt needs both issuer and audience",
                "--management.server.port=9999 | management.server.port is 9999",
            })
    void aWrongConfigurationIsNamedAndNothingStarts(String argument, String told) {
        Ended ended = serve("--port=0", "--grpc-port=0", argument);
        assertThat(ended.code()).isEqualTo(2);
        assertThat(bankLine(ended)).contains(told);
        assertThat(ended.out()).isEmpty();
        assertThat(data).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--bank.audit.file=/nowhere/audit.log | bank.audit.file is '/nowhere/audit.log', which cannot be written: ",
                "--ledger=jdbc:postgresql://127.0.0.1:1/b --bank.database.password-file=/nowhere/password "
                        + "| bank.database.password-file is '/nowhere/password', which cannot be read: no such file",
                "--bank.region.number=0 --bank.region.count=2 --bank.region.partners[0].number=1 "
                        + "--bank.region.partners[0].address=127.0.0.1:1 "
                        + "--bank.region.partners[0].token-file=/nowhere/token "
                        + "| the token-file of region 1 in bank.region.partners is '/nowhere/token', which cannot be read: no such file",
                "--bank.region.number=0 --bank.region.count=2 --branches=1 --bank.region.partners[0].number=1 "
                        + "--bank.region.partners[0].address=127.0.0.1:1 | bank.region.count: ",
                "--bank.region.number=0 --bank.region.count=2 --bank.region.partners[0].address=127.0.0.1:1 "
                        + "| an entry of bank.region.partners has no number",
            })
    void aSettingWhoseFileCannotBeUsedIsNamedWithTheReason(String arguments, String told) {
        Ended ended = serve(("--port=0 --grpc-port=0 " + arguments).split(" "));
        assertThat(ended.code()).isEqualTo(2);
        assertThat(bankLine(ended)).contains(told);
    }

    @Test
    void anIssuersKeysThatAreNotThereAreNamedWithTheSetting() {
        Ended ended = serve(
                "--port=0",
                "--grpc-port=0",
                "--bank.security.tokens[0].name=op",
                "--bank.security.tokens[0].roles=operator",
                "--bank.security.jwt.issuer=i",
                "--bank.security.jwt.audience=a",
                "--bank.security.jwt.clients[0].value=v",
                "--bank.security.jwt.clients[0].client=op",
                "--bank.security.jwt.jwks-file=/nowhere/keys.json");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(bankLine(ended)).contains("bank.security.jwt.jwks-file /nowhere/keys.json cannot be used: ");
    }

    @Test
    void tokensWithoutTlsDoNotLeaveLoopback() {
        Ended ended = serve(
                "--port=0",
                "--grpc-port=0",
                "--address=0.0.0.0",
                "--bank.security.tokens[0].name=atm",
                "--bank.security.tokens[0].sha256=" + "0".repeat(64),
                "--bank.security.tokens[0].roles=terminal");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(bankLine(ended)).contains("server.address is 0.0.0.0 and server.ssl.bundle is absent");
    }

    @Test
    void everyCommandTellsItsVersion() {
        List<String> commands =
                new ArrayList<>(BankCommand.commandLine().getSubcommands().keySet());
        assertThat(commands).contains("serve", "verify", "key");
        commands.add("");
        for (String command : commands) {
            for (String option : List.of("-V", "--version")) {
                Ended ended = run((command + " " + option).strip().split(" "));
                assertThat(ended.code()).as(command).isZero();
                assertThat(ended.err().strip()).as(command).matches("DebitCredit \\d+\\.\\d+\\.\\d+.*, JDK \\d+.*");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"--port=abc, 'abc'", "--branches=1.5, '1.5'", "--frobnicate, '--frobnicate'", "frobnicate, 'frobnicate'"
    })
    void wrongUsageIsNamed(String argument, String named) {
        Ended ended = serve(argument);
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains(named);
    }

    @Test
    void aDatabaseThatIsNotThereIsNamedWithoutItsPassword() {
        Ended ended = serve(
                "--found",
                "--port=0",
                "--grpc-port=0",
                "--ledger=jdbc:postgresql://127.0.0.1:1/bank?user=bank&password=tiger",
                "--bank.database.password=secret");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(bankLine(ended)).contains("jdbc:postgresql://127.0.0.1:1/bank", "failed");
        assertThat(ended.err() + ended.out()).doesNotContain("tiger", "secret");
    }

    @Test
    void aPortInUseIsNamed() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(other.getLocalPort());
            Ended http = serve("--port=" + port, "--grpc-port=0");
            assertThat(http.code()).isEqualTo(1);
            assertThat(bankLine(http)).contains("port " + port, "server.port");
            Ended grpc = serve("--port=0", "--grpc-port=" + port);
            assertThat(grpc.code()).isEqualTo(1);
            assertThat(bankLine(grpc)).contains(port, "spring.grpc.server.port");
        }
    }

    @Test
    void aDataDirectoryInUseIsNamed() {
        TestServer first = TestServer.open(data);
        try (first) {
            Ended second = serve("--port=0", "--grpc-port=0", "--branches=2");
            assertThat(second.code()).isEqualTo(1);
            assertThat(bankLine(second)).contains(data.toString(), "in use by another server");
        }
        Ended otherBank = serve("--port=0", "--grpc-port=0", "--branches=3");
        assertThat(otherBank.code()).isEqualTo(1);
        assertThat(bankLine(otherBank)).contains("2 branches", "3 branches");
    }

    @Test
    void aDataDirectoryThatCannotBeUsedIsNamed() throws IOException {
        Path file = Files.writeString(data.resolve("file"), "x");
        Ended ended = run("serve", "--found", "--port=0", "--grpc-port=0", "--data", file.toString());
        assertThat(ended.code()).isEqualTo(1);
        assertThat(bankLine(ended)).contains("cannot use " + file);
    }

    @Test
    void aDiskTooFullForTheJournalIsNamed() {
        Ended ended = serve("--found", "--port=0", "--grpc-port=0", "--bank.journal.fill-ahead=16TB");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(bankLine(ended)).contains("bytes free", "needs at least");
    }

    @Test
    void aStartFoundsNoBankAndLeavesTheDirectoryAsItIs() {
        Ended ended = serve("--port=0", "--grpc-port=0");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(bankLine(ended)).contains("there is no bank in " + data, "mounted", "bank found --data " + data);
        assertThat(data).isEmptyDirectory();
    }

    @Test
    void aBankIsFoundedOnceAndIsWhatLaterStartsOpen() {
        Ended founded = run("found", "--data", data.toString(), "--branches=3", "--preset=tpca", "--json");
        assertThat(founded.code()).as(founded.err()).isZero();
        JsonNode bank = JsonMapper.shared().readTree(founded.out());
        assertThat(bank.path("branches").asInt()).isEqualTo(3);
        assertThat(bank.path("accountsPerBranch").asInt()).isEqualTo(100_000);
        try (TestServer server =
                TestServer.open(data, "bank.branches", "bank.ledger=memory", "bank.journal.fill-ahead=2MB")) {
            JsonNode served = ProblemAssert.json(server.get("/v1/bank"));
            assertThat(served.path("bankId").asString())
                    .isEqualTo(bank.path("bankId").asString());
            assertThat(served.path("branches").asInt()).isEqualTo(3);
            assertThat(served.path("preset").asString()).isEqualTo("tpca");
        }
        for (String again : List.of("found", "serve")) {
            Ended ended = again.equals("found")
                    ? run("found", "--data", data.toString())
                    : serve("--found", "--port=0", "--grpc-port=0");
            assertThat(ended.code()).isEqualTo(1);
            assertThat(bankLine(ended)).contains("no bank is founded in " + data, "the bank's record");
        }
    }

    @Test
    void noBankIsFoundedOnADatabaseThatHoldsOne() throws IOException {
        String url = "jdbc:sqlite:" + data.resolve("bank.sqlite");
        Ended founded =
                run("found", "--data", data.resolve("first").toString(), "--branches=1", "--ledger", url, "--json");
        assertThat(founded.code()).as(founded.err()).isZero();
        String owner =
                JsonMapper.shared().readTree(founded.out()).path("bankId").asString();
        String second = data.resolve("second").toString();
        for (int attempt = 1; attempt <= 2; attempt++) {
            Ended refused = run("found", "--data", second, "--branches=1", "--ledger", url);
            assertThat(refused.code()).isEqualTo(1);
            assertThat(bankLine(refused)).contains(owner);
        }
        String another = "jdbc:sqlite:" + data.resolve("another.sqlite");
        Ended repeated = run("found", "--data", second, "--branches=1", "--ledger", another);
        assertThat(repeated.code()).as(repeated.err()).isZero();
    }

    @Test
    void aKeyIsPrintedAloneAndIsAUuidOfVersion7OfNow() {
        long before = System.currentTimeMillis();
        Ended ended = run("key");
        assertThat(ended.code()).isZero();
        assertThat(ended.err()).isEmpty();
        UUID key = UUID.fromString(ended.out().strip());
        assertThat(ended.out()).isEqualTo(key + System.lineSeparator());
        assertThat(TransactionKey.of(0, key).hasTime()).isTrue();
        assertThat(TransactionKey.timeMillis(key.getMostSignificantBits()))
                .isBetween(before, System.currentTimeMillis());
    }

    @Test
    void asManyKeysAsAskedForArePrintedOneALine() {
        assertThat(run("key", "--count", "1000").out().lines()).hasSize(1_000).doesNotHaveDuplicates();
        Ended none = run("key", "--count=0");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("--count is 0");
        assertThat(none.out()).isEmpty();
    }

    @Test
    void aTokenIsMadeWithTheHashThatTheServerKnowsItBy() {
        Ended ended = run("token", "--name", "atm", "--role", "terminal", "--role", "auditor");
        assertThat(ended.code()).isZero();
        String token = ended.out().replaceAll("(?s).*Bearer ([A-Za-z0-9_-]{43})\".*", "$1");
        String hash = java.util.HexFormat.of().formatHex(AccessControl.sha256(token));
        assertThat(ended.out()).contains("sha256: " + hash, "roles: [terminal, auditor]");
        assertThat(run("token", "--name", "x", "--role", "king").code()).isEqualTo(2);
    }

    /** Each would add to the line of the configuration, or end it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a b",
                "a: b",
                "a #b",
                "a\n        roles: [operator]",
                "a\r",
                "a\t",
                "\"a\"",
                "a\\",
                "'a'",
                "[a]",
                "{a}",
                "&a",
                "*a",
                "!a",
                "${a}",
                "b\u00e4nk",
                "a\u0085",
                "a\u2028",
                "a.................................................................64"
            })
    void aNameThatWouldBreakTheConfigurationIsRefusedAndNoTokenIsMade(String name) {
        Ended ended = run("token", "--name", name, "--role", "terminal");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("must consist of letters, digits, '.', '_' and '-', and have at most 64");
        assertThat(ended.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"atm", "night-shift_2.b", "007", "0x10", "1_000", "1.5", "null", "yes", "-", ".", "---"})
    void aNameIsInTheConfigurationWhatItIsOnTheCommandLine(String name) {
        Object configuration = new Yaml()
                .load(run("token", "--name", name, "--role", "terminal").out());
        assertThat(configuration)
                .extracting("bank.security.tokens", InstanceOfAssertFactories.LIST)
                .singleElement()
                .extracting("name")
                .isEqualTo(name);
    }

    @Test
    void a_backup_of_a_service_that_is_not_there_names_its_address() throws IOException {
        int port;
        try (ServerSocket taken = new ServerSocket(0)) {
            port = taken.getLocalPort();
        }
        Ended ended = run("backup", "--url", "http://127.0.0.1:" + port);
        assertThat(ended.code()).isEqualTo(1);
        assertThat(bankLine(ended))
                .isEqualTo("bank: no bank answers at http://127.0.0.1:" + port
                        + ". Is the service running, and is this its HTTP port?");
    }

    @Test
    void a_backup_with_wrong_options_is_refused_before_anything_is_asked() {
        Ended noAddress = run("backup", "--url", "foo");
        assertThat(noAddress.code()).isEqualTo(2);
        assertThat(bankLine(noAddress)).contains("--url is 'foo'; it must be the address of a running service");
        Ended withPassword = run("backup", "--url", "http://operator:secret@127.0.0.1:1");
        assertThat(withPassword.code()).isEqualTo(2);
        assertThat(bankLine(withPassword))
                .contains("--url has a user or a password before its host '127.0.0.1'; leave them out")
                .doesNotContain("secret");
        Ended both = run("backup", "--url", "http://127.0.0.1:1", "--to", "elsewhere");
        assertThat(both.code()).isEqualTo(2);
        assertThat(bankLine(both)).contains("--to is given with --url", "Leave --to out");
        Ended token = run("backup", "--data", "bank", "--to", "elsewhere", "--token-file", "token");
        assertThat(token.code()).isEqualTo(2);
        assertThat(bankLine(token)).contains("--token-file is given with --data", "Leave --token-file out");
    }

    @Test
    void a_profile_without_a_file_is_refused_and_nothing_is_founded() {
        for (String command : List.of("serve", "found")) {
            Ended ended = run(command, "--data", data.toString(), "--spring.profiles.active=nonsense");
            assertThat(ended.code()).isEqualTo(2);
            assertThat(bankLine(ended))
                    .contains("spring.profiles.active names 'nonsense'", "application-nonsense.yaml");
        }
        assertThat(data).isEmptyDirectory();
    }
}
