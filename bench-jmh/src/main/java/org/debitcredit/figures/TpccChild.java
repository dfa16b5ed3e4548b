package org.debitcredit.figures;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code ./bank tpcc serve} on a free port, and the commands of {@code ./bank tpcc} on it. */
final class TpccChild implements AutoCloseable {

    private static final int END_SECONDS = 60;
    private static final int LOAD_SECONDS = 1_800;
    private static final int SWEEP_SECONDS = 7_200;
    private static final int LINES = 5;

    private final Sitting sitting;
    private final Process process;

    /** What the latest server has logged. */
    private final Path log;

    private final String address;

    TpccChild(Sitting sitting, String database, String user, int threads) throws IOException {
        this.sitting = sitting;
        log = sitting.scratch().resolve("tpcc-server.log");
        List<String> command = sitting.java("-Xmx1g", "-XX:+ExitOnOutOfMemoryError");
        command.addAll(List.of("-jar", sitting.serverJar().toString(), "tpcc-serve", "--grpc-port", "0"));
        command.addAll(List.of("--database", database, "--threads", "" + threads));
        if (!user.isEmpty()) {
            command.addAll(List.of("--user", user));
        }
        process = new ProcessBuilder(command).redirectError(log.toFile()).start();
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        String ready = output.readLine();
        if (ready == null) {
            throw new IOException("the server of " + database + " ended before it was ready");
        }
        address = "127.0.0.1:"
                + JsonMapper.shared().readTree(ready).path("grpcPort").asInt();
    }

    /** Loads warehouses. */
    void load(int warehouses) throws IOException {
        Child.run(tpcc("load", "--warehouses", "" + warehouses), LOAD_SECONDS);
    }

    /** Whether every condition holds. */
    void check() throws IOException {
        Child.run(tpcc("check"), LOAD_SECONDS);
    }

    /**
     * Terminals without think times; the JSON of the run. No transaction may have failed, and its verdict may not be
     * fail, except in a sitting that only tries the parts out. A void run is repeated once, because a database whose
     * tables have just been copied does not keep a level yet. If it is void again, it has a throughput nevertheless, but
     * no percentile.
     */
    JsonNode run(int terminals) throws IOException {
        JsonNode json = tried(terminals);
        if (isVoid(json) && !sitting.quick()) {
            Sitting.progress("tpcc: the run is repeated, because it was void: %s", json.path("reasons"));
            json = tried(terminals);
        }
        if (json.path("verdict").stringValue("").equals("fail") && !sitting.quick()) {
            throw new IOException("the run is not accepted: " + json.path("reasons"));
        }
        return json;
    }

    private static boolean isVoid(JsonNode json) {
        return json.path("verdict").stringValue("").equals("void");
    }

    private JsonNode tried(int terminals) throws IOException {
        List<String> command = tpcc("run", "--terminals", "" + terminals, "--no-think", "--json");
        command.addAll(List.of("--duration", sitting.seconds() + "s", "--warm-up", sitting.warmUpSeconds() + "s"));
        command.addAll(
                List.of("--report", sitting.scratch().resolve("tpcc-report").toString()));
        // The command also fails if percentiles may not be shown, and no percentiles are shown here.
        JsonNode json = Sitting.lastLine(Child.said(command, sitting.timeLimitSeconds()));
        if (!json.path("failed").isIntegralNumber() || json.path("failed").asLong() != 0) {
            List<String> logged = Files.readAllLines(log);
            throw new IOException("transactions failed: " + json + "; the server's last lines: "
                    + String.join(" / ", logged.subList(Math.max(0, logged.size() - LINES), logged.size())));
        }
        return json;
    }

    /**
     * The JSON of a sweep that found saturation, from a rate that each of these databases carries easily. Of each rate
     * one window is measured, because percentiles are not shown here.
     */
    JsonNode sweep() throws IOException {
        List<String> command = tpcc("sweep", "--json", "--from", "2000", "--patience", "40s");
        command.addAll(
                List.of("--report", sitting.scratch().resolve("tpcc-report").toString()));
        JsonNode json = Sitting.lastLine(Child.said(command, SWEEP_SECONDS));
        if (!json.path("accepted").asBoolean()) {
            throw new IOException("the sweep is not accepted: " + json.path("reasons"));
        }
        return json;
    }

    private List<String> tpcc(String command, String... arguments) {
        List<String> line = sitting.java("-Xmx1g");
        line.addAll(List.of("-jar", sitting.terminalJar().toString(), "tpcc", command, "--url", address));
        line.addAll(List.of(arguments));
        return line;
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
