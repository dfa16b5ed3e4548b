package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A process that records which source files one DebitCredit over REST visits, on the memory ledger and the segment
 * journal: those with code that runs between the first byte of the request and the last one of the answer. The path is
 * written to a file, a line for each source file, and after an empty line the steps of one request.
 */
final class TransactionPath {

    private static final int WARM_UP = 300;

    /** A file counts when more than half of these requests visit it, so that work in the background does not. */
    private static final int MEASURED = 101;

    private TransactionPath() {}

    /** @param args the directory of the bank, and the file to be written */
    public static void main(String[] args) throws IOException {
        VisitedFiles.install();
        try (TestServer server = TestServer.open(
                        Path.of(args[0]),
                        "bank.ledger=memory",
                        "bank.journal.kind=file",
                        "bank.journal.fill-ahead=20MB");
                Terminal terminal = new Terminal(server.port())) {
            for (int i = 0; i < WARM_UP; i++) {
                terminal.send(terminal.debitCredit());
            }
            List<List<String>> requests = new ArrayList<>();
            for (int i = 0; i < MEASURED; i++) {
                byte[] request = terminal.debitCredit();
                requests.add(VisitedFiles.during(() -> terminal.send(request)));
            }
            List<String> lines = new ArrayList<>(usual(requests));
            lines.add("");
            lines.addAll(requests.get(MEASURED - 1));
            Files.write(Path.of(args[1]), lines);
        }
    }

    /** The files that most of the requests visited, in the order in which they were first visited. */
    private static List<String> usual(List<List<String>> requests) {
        Map<String, Integer> visits = new LinkedHashMap<>();
        requests.forEach(files -> Set.copyOf(files).forEach(file -> visits.merge(file, 1, Integer::sum)));
        return requests.stream()
                .flatMap(List::stream)
                .distinct()
                .filter(file -> visits.getOrDefault(file, 0) > MEASURED / 2)
                .toList();
    }

    /** Keeps one connection, and reads no more of the answer than it has to. */
    private static final class Terminal implements AutoCloseable {

        private static final String BODY = "{\"type\":\"debit-credit\",\"teller\":3,\"account\":1000005,\"amount\":1}";

        private final Socket socket;
        private final BufferedReader in;
        private final OutputStream out;

        private Terminal(int port) throws IOException {
            socket = new Socket("127.0.0.1", port);
            socket.setSoTimeout(10_000);
            socket.setTcpNoDelay(true);
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            out = socket.getOutputStream();
        }

        byte[] debitCredit() {
            return ("POST /v1/transactions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                            + "Idempotency-Key: " + TestServer.newKey() + "\r\nContent-Length: " + BODY.length()
                            + "\r\n\r\n" + BODY)
                    .getBytes(StandardCharsets.US_ASCII);
        }

        void send(byte[] request) {
            try {
                out.write(request);
                assertThat(in.readLine()).isEqualTo("HTTP/1.1 200 OK");
                int length = 0;
                for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
                    if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                        length = Integer.parseInt(
                                line.substring("content-length:".length()).trim());
                    }
                }
                for (int i = 0; i < length; i++) {
                    in.read();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
