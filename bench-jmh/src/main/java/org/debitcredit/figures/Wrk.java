package org.debitcredit.figures;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
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

    private static final String SCRIPT = "debit-credit.lua";

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

    /** Copies the script to a directory, because wrk reads it from a file; returns the file. */
    static Path script(Path directory) throws IOException {
        Path file = directory.resolve(SCRIPT);
        try (InputStream script = Objects.requireNonNull(Wrk.class.getResourceAsStream(SCRIPT))) {
            Files.copy(script, file);
        }
        return file;
    }

    /** A service at a port of loopback, and the size of its bank. */
    record Target(int port, int branches, int accountsPerBranch) {

        /** The bank of 10 million accounts of {@link ServeChild}. */
        static Target tpca(int port) {
            return new Target(port, 100, 100_000);
        }
    }

    static Wrk run(Path wrk, Path script, Target target, int seconds, int timeLimitSeconds) throws IOException {
        return parse(String.join(
                "\n",
                Child.run(
                        List.of(
                                wrk.toString(),
                                "-t1",
                                "-c" + CONNECTIONS,
                                "-d" + seconds + "s",
                                // A slower answer counts with its time, instead of as an error.
                                "--timeout",
                                "30s",
                                "--latency",
                                "-s",
                                script.toString(),
                                "http://127.0.0.1:" + target.port,
                                "--",
                                String.valueOf(target.branches),
                                String.valueOf(target.accountsPerBranch)),
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
