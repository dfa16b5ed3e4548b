package org.debitcredit.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.text.ParseException;
import java.time.Duration;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;

/**
 * A contender in this JVM, controlled by lines on standard input. Each is answered by a line on standard output. It
 * ends at the end of the input.
 *
 * <pre>
 *   run MILLISECONDS   its {@link Figures}
 *   holds              true or false
 *   record FILE        started: a flight recording, written at the end
 * </pre>
 */
final class ContenderMain {

    private ContenderMain() {}

    /** Takes {@code SIDE branches in-flight directory}. */
    public static void main(String[] arguments) throws IOException, SQLException, ParseException {
        Side side = Side.valueOf(arguments[0]);
        int branches = Integer.parseInt(arguments[1]);
        int inFlight = Integer.parseInt(arguments[2]);
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Recording recording = null;
        try (Contender contender = side.open(Path.of(arguments[3]), branches, inFlight)) {
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                String[] words = line.split(" ", 2);
                switch (words[0]) {
                    case "run" ->
                        answer(contender
                                .runFor(Duration.ofMillis(Long.parseLong(words[1])))
                                .toLine());
                    case "holds" -> answer(String.valueOf(contender.holds()));
                    case "record" -> {
                        recording = new Recording(Configuration.getConfiguration("profile"));
                        recording.setDestination(Path.of(words[1]));
                        recording.start();
                        answer("started");
                    }
                    default -> throw new IllegalArgumentException("unknown line: " + line);
                }
            }
            end(recording);
        }
    }

    private static void answer(String line) {
        System.out.println(line);
    }

    private static void end(@Nullable Recording recording) {
        if (recording != null) {
            recording.close();
        }
    }
}
