package org.debitcredit.terminal.headquarters;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageListenerTest {

    @TempDir
    Path directory;

    @Test
    void itServesThePageAndNothingElse() throws IOException {
        Path page = Files.writeString(directory.resolve("index.html"), "<p>today</p>");
        try (PageListener listener = new PageListener(page, 0)) {
            String own = "127.0.0.1:" + listener.address().getPort();
            assertThat(answer(listener, "GET / HTTP/1.1", own))
                    .startsWith("HTTP/1.1 200")
                    .endsWith("<p>today</p>");
            Files.writeString(page, "<p>tomorrow</p>");
            assertThat(answer(listener, "GET / HTTP/1.1", own)).endsWith("<p>tomorrow</p>");
            assertThat(answer(listener, "GET /state.json HTTP/1.1", own)).startsWith("HTTP/1.1 404");
            assertThat(answer(listener, "DELETE / HTTP/1.1", own)).startsWith("HTTP/1.1 405");
            assertThat(answer(listener, "GET / HTTP/1.1", "evil.example"))
                    .startsWith("HTTP/1.1 421")
                    .doesNotContain("tomorrow");
        }
    }

    private static String answer(PageListener listener, String line, String host) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), listener.address().getPort())) {
            String request = line + "\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
