package org.debitcredit.terminal.headquarters;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import org.debitcredit.console.BearerToken;
import org.debitcredit.console.DurationConverter;
import org.debitcredit.console.FailureText;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.console.WrongUsage;
import org.debitcredit.terminal.contract.Json;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** {@code headquarters}: the books of a nationwide bank of regions. */
@Command(
        name = "headquarters",
        mixinStandardHelpOptions = true,
        description = {
            "Follow all regions of a nationwide bank, add up their transactions, and close each business day.",
            "At the end of a day every region is cut, and what is in transit between the regions must be explained by "
                    + "single transactions. The closed days, a page, and how far the regions are read are kept in "
                    + "the directory. The command runs until it is stopped, and continues there."
        })
public final class HeadquartersCommand implements Callable<Integer> {

    private static final int PORT_MAX = 65_535;

    @Option(
            names = "--region",
            paramLabel = "N=HOST:PORT",
            required = true,
            description = "A region's number and the gRPC port of its service, such as 0=127.0.0.1:9090. Name every "
                    + "region once.")
    private List<String> regions = List.of();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "A file with the bearer token of a follower, an operator or an auditor, the same in all "
                    + "regions. Without this option the token is taken from the environment variable BANK_TOKEN, if it "
                    + "is set.")
    private @Nullable Path tokenFile;

    @Option(names = "--tls", description = "Connect by TLS, trusting what the JVM trusts.")
    private boolean tls;

    @Option(
            names = "--day-ends",
            paramLabel = "TIME",
            required = true,
            description = "The time at which a business day ends, such as 15:00.")
    private LocalTime dayEnds = LocalTime.MIDNIGHT;

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            defaultValue = "UTC",
            description = "The time zone of --day-ends, such as Europe/Berlin (default: ${DEFAULT-VALUE}).")
    private ZoneId zone = ZoneId.of("UTC");

    @Option(
            names = "--settle-max",
            paramLabel = "TIME",
            defaultValue = "1m",
            converter = DurationConverter.class,
            description = "How long a day that is over in every region waits for the other halves of transactions "
                    + "before it is closed with a difference (default: ${DEFAULT-VALUE}).")
    private Duration settleMax = Duration.ofMinutes(1);

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            required = true,
            description = "Where state, closed days and page are kept.")
    private Path directory = Path.of("");

    @Option(
            names = "--once",
            description = "Read everything that is durable now, close every day that is over, print it, and end.")
    private boolean once;

    @Option(
            names = "--page-port",
            paramLabel = "PORT",
            description = "Serve the page on this port of loopback; 0 takes a free one.")
    private @Nullable Integer pagePort;

    @Option(names = "--json", description = "With --once, print the result as one JSON object in the last line.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        if (json && !once) {
            throw new WrongUsage(
                    "--json is given without --once, but only a run that ends has a result; give --once too");
        }
        if (pagePort != null && (pagePort < 0 || pagePort > PORT_MAX)) {
            throw new WrongUsage("--page-port is " + pagePort + "; it must be 0 to " + PORT_MAX);
        }
        List<RegionConnection> connections = WrongUsage.unless(this::connections);
        BusinessDays days = new BusinessDays(dayEnds, zone);
        Talk talk = Talk.of(json);
        try (HeadquartersRun run =
                new HeadquartersRun(directory, connections, days, settleMax, InstantSource.system(), talk)) {
            return run(run, talk);
        } catch (IOException e) {
            throw new RunFailure(FailureText.of(e), e);
        }
    }

    private List<RegionConnection> connections() {
        String token = BearerToken.of(tokenFile);
        List<RegionAddress> addresses = RegionAddress.parse(regions);
        return addresses.stream()
                .map(address -> new RegionConnection(address, addresses.size(), token, tls))
                .toList();
    }

    private int run(HeadquartersRun run, Talk talk) throws IOException, InterruptedException {
        run.begin();
        Integer port = pagePort;
        if (port == null) {
            return follow(run, talk);
        }
        PageListener.limitListeners();
        try (PageListener listener = new PageListener(run.page(), port)) {
            talk.say("The page is at %s", listener.address());
            return follow(run, talk);
        }
    }

    private int follow(HeadquartersRun run, Talk talk) throws IOException, InterruptedException {
        if (!once) {
            talk.say("The page is %s", run.page());
            run.untilStopped();
            return ExitCode.OK;
        }
        HeadquartersRun.Result result = run.once();
        if (json) {
            System.out.println(json(result));
        } else {
            HeadquartersText.of(result, run.facts()).forEach(line -> talk.say("%s", line));
        }
        return result.isBalanced() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private static ObjectNode json(HeadquartersRun.Result result) {
        ObjectNode object = Json.object();
        object.put("regions", result.now().regions().size());
        ArrayNode days = object.putArray("days");
        result.days().forEach(day -> days.add(DayJson.of(day)));
        object.put("inTransit", result.now().inTransitMinor());
        object.put("difference", result.differenceMinor());
        object.put("invariantsHold", result.holds());
        object.put("page", result.page().toString());
        return object;
    }
}
