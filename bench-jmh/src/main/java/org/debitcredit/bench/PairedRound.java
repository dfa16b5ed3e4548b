package org.debitcredit.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.text.ParseException;
import java.time.Duration;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/**
 * One side of one round, in a JVM of its own: warms up on one bank, then measures on a new one, whose history is empty.
 *
 * @param side whose turn it is
 * @param figures of the measured run
 * @param holds whether the invariants held after both runs
 */
record PairedRound(Side side, Figures figures, boolean holds) {

    /** Which side. */
    enum Side {
        /** The engine, journal and all. */
        ENGINE {
            @Override
            Contender open(Path directory, int branches, int inFlight) throws IOException {
                return new EngineOnH2(directory, branches, inFlight);
            }
        },
        /** The plain loop. */
        JDBC {
            @Override
            Contender open(Path directory, int branches, int inFlight) throws SQLException {
                return new PlainJdbcLoop(branches);
            }
        };

        abstract Contender open(Path directory, int branches, int inFlight) throws IOException, SQLException;
    }

    /**
     * The child's side: {@code SIDE warmup-seconds seconds branches in-flight directory [recording]}. Prints one line.
     */
    public static void main(String[] arguments) throws IOException, SQLException, ParseException {
        Side side = Side.valueOf(arguments[0]);
        Duration warmup = Duration.ofSeconds(Long.parseLong(arguments[1]));
        Duration measured = Duration.ofSeconds(Long.parseLong(arguments[2]));
        int branches = Integer.parseInt(arguments[3]);
        int inFlight = Integer.parseInt(arguments[4]);
        Path directory = Path.of(arguments[5]);
        boolean holds;
        try (Contender contender = side.open(directory, branches, inFlight)) {
            contender.runFor(warmup);
            holds = contender.holds();
        }
        try (Contender contender = side.open(directory, branches, inFlight)) {
            Figures figures = arguments.length > 6
                    ? recorded(contender, measured, Path.of(arguments[6]))
                    : contender.runFor(measured);
            holds &= contender.holds();
            System.out.println(side + " " + holds + " " + figures.toLine());
        }
    }

    private static Figures recorded(Contender contender, Duration duration, Path file)
            throws IOException, SQLException, ParseException {
        try (Recording recording = new Recording(Configuration.getConfiguration("profile"))) {
            recording.start();
            Figures figures = contender.runFor(duration);
            recording.stop();
            recording.dump(file);
            return figures;
        }
    }

    /** Reads the child's line. */
    static PairedRound parse(String line) {
        String[] parts = line.split(" ", 3);
        return new PairedRound(Side.valueOf(parts[0]), Figures.parse(parts[2]), Boolean.parseBoolean(parts[1]));
    }
}
