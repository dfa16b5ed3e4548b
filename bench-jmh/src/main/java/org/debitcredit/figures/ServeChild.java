package org.debitcredit.figures;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.debitcredit.bench.ScratchDirectory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code ./bank serve} on free ports, with a bank of its own that is deleted on close. */
final class ServeChild implements AutoCloseable {

    private static final int END_SECONDS = 60;

    private final ScratchDirectory data;
    private final Process process;
    private final JsonNode ready;

    /** With 10 million accounts on the memory ledger. */
    ServeChild(Sitting sitting, String journal) throws IOException {
        this(sitting, journal, List.of("--ledger=memory", "--preset=tpca", "--branches=100"));
    }

    /** With these options of {@code serve}, which say what bank is founded. */
    ServeChild(Sitting sitting, String journal, List<String> options) throws IOException {
        data = new ScratchDirectory(sitting.scratch());
        List<String> command = sitting.java("-Xmx4g");
        command.addAll(List.of("-jar", sitting.serverJar().toString(), "serve", "--journal=" + journal));
        command.addAll(List.of("--port=0", "--grpc-port=0", "--found"));
        command.addAll(options);
        command.addAll(List.of("--data=" + data.path().resolve("bank"), "--logging.level.root=warn"));
        Path log = data.path().resolve("service.log");
        process = new ProcessBuilder(command).redirectError(log.toFile()).start();
        try {
            ready = readyLine(process.inputReader(), log);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private static JsonNode readyLine(BufferedReader output, Path log) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith("{\"ready\":true")) {
                // What it may write later must not fill the pipe.
                Thread drain = new Thread(() -> output.lines().forEach(ignored -> {}), "drain");
                drain.setDaemon(true);
                drain.start();
                return JsonMapper.shared().readTree(line);
            }
        }
        throw new IOException("the service ended before it was ready: "
                + Files.readString(log).lines().reduce("it wrote nothing", (before, line) -> line));
    }

    /** For {@code --url}. */
    String grpc() {
        return "127.0.0.1:" + ready.path("grpcPort").asInt();
    }

    int httpPort() {
        return ready.path("httpPort").asInt();
    }

    long pid() {
        return process.pid();
    }

    Path data() {
        return data.path();
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
        }
        data.close();
    }
}
