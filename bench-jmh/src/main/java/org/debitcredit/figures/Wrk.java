package org.debitcredit.figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The result of a run of wrk.
 *
 * @param perSecond answers a second
 * @param requests all of them
 * @param p99Micros of the answers' times
 */
record Wrk(double perSecond, long requests, double p99Micros) {

    static final int CONNECTIONS = 64;

    /** DebitCredits on a bank of 100 branches of 100,000 accounts, each under a new UUIDv7 of the second. */
    static final String SCRIPT = """
            local threads = 0
            function setup(thread) threads = threads + 1; thread:set("number", threads) end
            function init(args) math.randomseed(os.time() * 64 + number) end
            function request()
              local r = math.random
              local branch = r(0, 99) * 1000000
              local millis = os.time() * 1000
              local headers = {["content-type"] = "application/json", ["idempotency-key"] = string.format(
                "%08x-%04x-7%03x-8%03x-%04x%04x%04x", math.floor(millis / 65536), millis % 65536, r(0, 4095),
                r(0, 4095), r(0, 65535), r(0, 65535), r(0, 65535))}
              return wrk.format("POST", "/v1/transactions", headers, string.format(
                '{"type":"debit-credit","teller":%d,"account":%d,"amount":%d}',
                branch + r(0, 9), branch + r(0, 99999), r(1, 99999)))
            end
            """;

    private static final Pattern RATE = Pattern.compile("Requests/sec: +([0-9.]+)");
    private static final Pattern COUNT = Pattern.compile("(\\d+) requests in");
    private static final Pattern P99 = Pattern.compile("99% +([0-9.]+)(us|ms|s|m)\\b");
    private static final Pattern BAD = Pattern.compile("Non-2xx[^\\n]*|Socket errors: [^\\n]*");

    /** Full path of a program: the first of its name in the directories of {@code PATH} and then in further ones. */
    static Path find(String program, Stream<Path> further) throws NotHereException {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.concat(Stream.of(path.split(":")).map(Path::of), further)
                .map(directory -> directory.resolve(program))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new NotHereException("there is no " + program + " on this machine"));
    }

    static Wrk run(Path wrk, Path script, int port, int seconds, int timeLimitSeconds) throws IOException {
        return parse(String.join(
                "\n",
                Child.run(
                        List.of(
                                wrk.toString(),
                                "-t1",
                                "-c" + CONNECTIONS,
                                "-d" + seconds + "s",
                                "--latency",
                                "-s",
                                script.toString(),
                                "http://127.0.0.1:" + port),
                        timeLimitSeconds)));
    }

    /**
     * Reads the figures from wrk's output.
     *
     * @throws IOException if a request failed, was answered with an error, or the output is not that of wrk
     */
    static Wrk parse(String output) throws IOException {
        Matcher bad = BAD.matcher(output);
        if (bad.find()) {
            throw new IOException("wrk reports: " + bad.group());
        }
        Matcher p99 = P99.matcher(output);
        Matcher rate = RATE.matcher(output);
        Matcher count = COUNT.matcher(output);
        if (!p99.find() || !rate.find() || !count.find()) {
            throw new IOException("this is not wrk's output:\n" + output);
        }
        double micros = Double.parseDouble(p99.group(1))
                * switch (p99.group(2)) {
                    case "us" -> 1;
                    case "ms" -> 1e3;
                    case "s" -> 1e6;
                    default -> 60e6;
                };
        return new Wrk(Double.parseDouble(rate.group(1)), Long.parseLong(count.group(1)), micros);
    }
}
