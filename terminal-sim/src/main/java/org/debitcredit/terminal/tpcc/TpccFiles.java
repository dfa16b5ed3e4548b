package org.debitcredit.terminal.tpcc;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.measure.HistogramLog;
import org.debitcredit.measure.RecordedInterval;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.tpcc.run.RunListener;

/** The files of a report. During a measurement the intervals go to {@code client.hlog} and {@code server.hlog}. */
final class TpccFiles implements RunListener, AutoCloseable {

    private final ProgressLines lines = ProgressLines.ofCommand();
    private final Path folder;
    private final HistogramLog here;
    private final HistogramLog atServer;

    TpccFiles(Path folder, String comment) {
        this.folder = folder;
        long now = System.currentTimeMillis();
        try {
            here = new HistogramLog(folder.resolve("client.hlog"), comment, now);
            atServer = new HistogramLog(
                    folder.resolve("server.hlog"), comment + "\nintended: decoded; actual: taken", now);
        } catch (IOException unwritable) {
            throw failure(folder, unwritable);
        }
    }

    @Override
    public void progress(String line) {
        lines.at(() -> line);
    }

    @Override
    public void recorded(RecordedInterval ofClient, RecordedInterval ofServer) {
        try {
            here.append(ofClient);
            atServer.append(ofServer);
        } catch (UncheckedIOException unwritable) {
            throw failure(folder, unwritable);
        }
    }

    /** Writes the figures; returns the page. */
    static Path write(Path folder, ObjectNode json, String csv, String page) {
        try {
            Files.writeString(folder.resolve("result.json"), json.toPrettyString() + "\n");
            Files.writeString(folder.resolve("result.csv"), csv);
            return Files.writeString(folder.resolve("index.html"), page);
        } catch (IOException unwritable) {
            throw failure(folder, unwritable);
        }
    }

    private static RunFailure failure(Path folder, Exception unwritable) {
        return new RunFailure(
                "the report in " + folder + " cannot be written: " + unwritable.getMessage()
                        + "; make room there, or give another folder by --report",
                unwritable);
    }

    @Override
    public void close() {
        try (here;
                atServer) {
            // Only closed.
        } catch (UncheckedIOException unwritable) {
            throw failure(folder, unwritable);
        }
    }
}
