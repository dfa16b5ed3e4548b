package org.debitcredit.terminal.server;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.contentOf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.debitcredit.bank.Preset;
import org.debitcredit.terminal.console.RunFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ServerProcessTest {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void aMissingJarIsNamed() {
        Path jar = folder.resolve("no.jar");
        assertThatThrownBy(() -> start(jar))
                .isInstanceOf(RunFailure.class)
                .hasMessageContaining(jar.toString())
                .hasMessageContaining("bank.server.jar");
    }

    @Test
    void aServerThatEndsBeforeItIsReadyIsQuoted() throws IOException {
        Path jar = Files.writeString(folder.resolve("broken.jar"), "not a jar");
        try (ServerProcess server = start(jar)) {
            assertThatThrownBy(server::ports)
                    .isInstanceOf(RunFailure.class)
                    .hasMessageContaining("before it was ready")
                    .hasMessageContaining("broken.jar");
        }
        Assertions.assertThat(contentOf(folder.resolve("server.log").toFile())).contains("broken.jar");
    }

    /** A server would otherwise wait for a reader that is gone, or seem never to be ready. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aLogWithoutRoomIsNoFaultOfTheServer() throws IOException {
        Path jar = Files.writeString(folder.resolve("broken.jar"), "not a jar");
        try (ServerProcess server = start(jar, Path.of("/dev/full"))) {
            assertThatThrownBy(server::ports).hasMessageContaining("broken.jar");
        }
    }

    private ServerProcess start(Path jar) {
        return start(jar, folder.resolve("server.log"));
    }

    private ServerProcess start(Path jar, Path log) {
        ServerPlan plan = new ServerPlan(jar, List.of("-Xmx64m"), 1, Preset.GRAY2005, List.of());
        return ServerProcess.start(plan, List.of(), new ServerPorts(0, 0), log);
    }
}
