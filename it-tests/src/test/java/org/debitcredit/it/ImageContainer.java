package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A container that {@code crun} runs from an unpacked image: its root file system is read-only, it has the network of
 * this machine, and the bank's data are in a directory of this machine.
 */
final class ImageContainer implements AutoCloseable {

    /** The user of the image. */
    static final int USER = 10_001;

    /** Runs {@code crun} on this machine. */
    static final String CRUN = Artifacts.root().resolve("config/image/crun").toString();

    private static final String MAIN = "org.debitcredit.server.command.BankCommand";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path bundle;
    private final String name = "bank-it-" + UUID.randomUUID();
    private final StringBuffer output = new StringBuffer();
    private final CompletableFuture<JsonNode> ready = new CompletableFuture<>();
    private @Nullable Process process;

    private ImageContainer(Path bundle) {
        this.bundle = bundle;
    }

    /** Unpacks an image. */
    static ImageContainer unpack(Path image, Path data, Path folder) throws IOException {
        Path layout = folder.resolve("layout");
        require("skopeo", "--insecure-policy", "copy", "docker-archive:" + image, "oci:" + layout + ":bank");
        Path bundle = folder.resolve("bundle");
        require("umoci", "unpack", "--image", layout + ":bank", bundle.toString());
        Path file = bundle.resolve("config.json");
        ObjectNode config = (ObjectNode) JSON.readTree(file.toFile());
        ((ObjectNode) config.required("process")).put("terminal", false);
        ((ObjectNode) config.required("root")).put("readonly", true);
        ArrayNode mounts = (ArrayNode) config.required("mounts");
        removeWhere(mounts, "type", "cgroup");
        removeWhere(mounts, "destination", "/data");
        mount(mounts, "/data", "bind", data.toString(), "bind", "rw");
        mount(mounts, "/tmp", "tmpfs", "tmpfs", "nosuid", "nodev", "mode=1777", "size=100m");
        ObjectNode linux = (ObjectNode) config.required("linux");
        linux.remove("resources");
        removeWhere((ArrayNode) linux.required("namespaces"), "type", "network");
        JSON.writeValue(file.toFile(), config);
        return new ImageContainer(bundle);
    }

    private static void mount(ArrayNode mounts, String to, String type, String source, String... options) {
        ObjectNode mount = mounts.addObject();
        mount.put("destination", to);
        mount.put("type", type);
        mount.put("source", source);
        ArrayNode list = mount.putArray("options");
        List.of(options).forEach(list::add);
    }

    private static void removeWhere(ArrayNode nodes, String key, String value) {
        for (Iterator<JsonNode> all = nodes.elements(); all.hasNext(); ) {
            if (all.next().path(key).asText().equals(value)) {
                all.remove();
            }
        }
    }

    private static void require(String... command) {
        CommandRun run = CommandRun.of(command);
        assertThat(run.exitCode()).as(run.toString()).isZero();
    }

    /** Runs a command of the image, with the image's own options for the JVM. */
    ImageContainer run(String... arguments) throws IOException {
        Path file = bundle.resolve("config.json");
        ObjectNode config = (ObjectNode) JSON.readTree(file.toFile());
        ObjectNode of = (ObjectNode) config.required("process");
        List<String> command = new ArrayList<>();
        for (JsonNode argument : of.required("args")) {
            command.add(argument.asText());
        }
        int main = command.indexOf(MAIN);
        assertThat(main).as(command.toString()).isPositive();
        ArrayNode changed = of.putArray("args");
        command.subList(0, main + 1).forEach(changed::add);
        List.of(arguments).forEach(changed::add);
        JSON.writeValue(file.toFile(), config);
        ImageContainer container = new ImageContainer(bundle);
        Process process = new ProcessBuilder(CRUN, "run", "--bundle", bundle.toString(), container.name)
                .redirectErrorStream(true)
                .start();
        container.process = process;
        Thread reader = new Thread(() -> container.read(process), "output of " + container.name);
        reader.setDaemon(true);
        reader.start();
        return container;
    }

    /** Waits for each line, which takes no processor from a start that is timed. */
    private void read(Process process) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.append(line).append('\n');
                if (line.startsWith("{\"ready\"")) {
                    ready.complete(JsonText.parse(line));
                }
            }
        } catch (IOException e) {
            output.append(e).append('\n');
        }
        ready.completeExceptionally(new AssertionError("it ended before it was ready: " + output));
    }

    /** What it prints when it is ready. */
    JsonNode awaitReady(Duration atMost) {
        try {
            return ready.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("not ready within " + atMost + ": " + output, e);
        }
    }

    String name() {
        return name;
    }

    boolean isAlive() {
        return started().isAlive();
    }

    /** What it has printed. */
    String output() {
        return output.toString();
    }

    /** The user of its process, as this machine sees it. */
    int user() throws IOException {
        return (Integer) Files.getAttribute(proc(), "unix:uid");
    }

    /** The files that are mapped into the memory of its process. */
    String mapped() throws IOException {
        return Files.readString(proc().resolve("maps"));
    }

    private Path proc() {
        CommandRun state = CommandRun.of(CRUN, "state", name);
        assertThat(state.exitCode()).as(state.toString()).isZero();
        return Path.of("/proc", JsonText.parse(state.stdout()).required("pid").asText());
    }

    void signal(String signal) {
        require(CRUN, "kill", name, signal);
    }

    /** Its exit code. */
    int awaitEnd(Duration atMost) {
        try {
            assertThat(started().waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS))
                    .as("ended within %s", atMost)
                    .isTrue();
            return started().exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private Process started() {
        Process started = process;
        if (started == null) {
            throw new IllegalStateException("nothing was run in this container");
        }
        return started;
    }

    /** Ends it, if it still runs. */
    @Override
    public void close() {
        if (isAlive()) {
            CommandRun.of(CRUN, "delete", "--force", name);
            awaitEnd(Duration.ofSeconds(30));
        }
    }
}
