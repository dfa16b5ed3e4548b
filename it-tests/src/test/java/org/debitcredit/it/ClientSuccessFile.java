package org.debitcredit.it;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Outcome.Committed;
import org.debitcredit.transaction.Outcome.Failed;
import org.debitcredit.transaction.Outcome.Refused;

/**
 * The success file of the clients (TPC-A's durability test): what was sent, written before it is sent, and what was
 * acknowledged, written once it is. Safe for use by several threads. {@link Known} reads it.
 *
 * <pre>
 *   sent         key type teller account target amount
 *   acknowledged key outcome position balance
 *   not-executed key                              the bank reported this; it may be sent again
 * </pre>
 */
final class ClientSuccessFile implements AutoCloseable {

    static final String SENT = "sent";
    static final String ACKNOWLEDGED = "acknowledged";
    static final String NOT_EXECUTED = "not-executed";

    private final Path path;
    private final BufferedWriter out;
    private long acknowledged;

    ClientSuccessFile(Path path) throws IOException {
        this.path = path;
        out = Files.newBufferedWriter(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    synchronized void sending(Collection<Sent> batch) {
        for (Sent sent : batch) {
            write(String.join(
                    " ",
                    SENT,
                    sent.key().toString(),
                    sent.transaction().type().name(),
                    Long.toString(sent.transaction().teller()),
                    Long.toString(sent.transaction().account()),
                    Long.toString(sent.transaction().target()),
                    Long.toString(sent.transaction().amountMinor())));
        }
        flush();
    }

    /** The answers to a batch, in its order. An answer that tells nothing leaves its transaction in flight. */
    synchronized void answered(List<Sent> batch, List<Outcome> outcomes) {
        for (int row = 0; row < batch.size(); row++) {
            answered(batch.get(row).key(), outcomes.get(row));
        }
        flush();
        notifyAll();
    }

    private void answered(UUID key, Outcome outcome) {
        if (outcome instanceof Committed committed) {
            acknowledged(key, Outcome.COMMITTED, committed.position(), committed.balanceMinor());
        } else if (outcome instanceof Refused refused && !refused.reason().business()) {
            write(NOT_EXECUTED + " " + key);
        } else if (outcome instanceof Refused refused) {
            acknowledged(key, refused.reason().code(), refused.position(), refused.balanceMinor());
        } else if (outcome instanceof Failed failed && failed.reason() == Failure.NOT_EXECUTED) {
            write(NOT_EXECUTED + " " + key);
        }
    }

    private void acknowledged(UUID key, byte code, long position, long balance) {
        write(ACKNOWLEDGED + " " + key + " " + code + " " + position + " " + balance);
        acknowledged++;
    }

    /** Acknowledged transactions written by this object. */
    synchronized long acknowledged() {
        return acknowledged;
    }

    /** Waits for so many of them, or for the time limit. */
    synchronized boolean awaitAcknowledged(long count, long millisMax) throws InterruptedException {
        long end = System.nanoTime() + millisMax * 1_000_000;
        while (acknowledged < count) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    Known read() {
        return Known.read(path);
    }

    private void write(String line) {
        try {
            out.write(line);
            out.newLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        out.close();
    }
}
