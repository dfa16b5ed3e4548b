package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract on the short way, past the web framework. */
class RestContractTest extends RestContract {

    RestContractTest() {
        super(TestServer.shared());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1a", "x", "+2", "-2", "0x2", "\u0662", "99999999999999999999"})
    void aLengthThatIsNoNumberIsTheClientsMistake(String length) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", TestServer.shared().port())) {
            socket.setSoTimeout(10_000);
            String request = "POST /v1/transactions HTTP/1.1\r\nHost: bank\r\nContent-Type: application/json\r\n"
                    + "Idempotency-Key: " + TestServer.newKey() + "\r\nContent-Length: " + length + "\r\n\r\n{}";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            BufferedReader answer =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            assertThat(answer.readLine()).startsWith("HTTP/1.1 4");
        }
    }
}
