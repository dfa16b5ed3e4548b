package org.debitcredit.server.command;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.debitcredit.client.CursorRefusedException;
import org.debitcredit.client.Postings;
import org.debitcredit.client.PostingsFollower;
import org.debitcredit.console.BearerToken;
import org.debitcredit.console.FailureText;
import org.debitcredit.console.GrpcAddress;
import org.debitcredit.console.Printable;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.storage.DurableFiles;
import org.debitcredit.transaction.LogPosition;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints the transactions of a running bank as they are decided. */
@Command(
        name = "follow",
        description = {
            "Follow a running bank: print each decided transaction as one JSON object in a line, in order.",
            "The command waits for more until it is stopped. With --cursor-file it continues where it ended. It "
                    + "writes the cursor after the lines, so when it was killed the last lines may be printed again: "
                    + "take each position once."
        },
        mixinStandardHelpOptions = true)
public final class FollowCommand implements Callable<Integer> {

    private static final Duration WAIT = Duration.ofMillis(200);
    private static final Duration WARNING = Duration.ofSeconds(5);
    private static final int BUFFER_BYTES = 1 << 16;

    @Option(
            names = "--url",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:9090",
            description = "The gRPC port of the service (default: ${DEFAULT-VALUE}).")
    private String url = "";

    @Option(names = "--tls", description = "Connect by TLS, trusting what the JVM trusts.")
    private boolean tls;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "A file with the bearer token of a follower, an operator or an auditor. Without this option "
                    + "the token is taken from the environment variable BANK_TOKEN, if it is set.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--cursor-file",
            paramLabel = "FILE",
            description = "Begin after the cursor in this file, if it exists, and keep the cursor there.")
    private @Nullable Path cursorFile;

    @Option(
            names = "--from-now",
            description = "Without a cursor, begin with what is decided from now on, not with the oldest transaction "
                    + "that the bank holds.")
    private boolean fromNow;

    @Option(names = "--once", description = "End once everything that is durable now has been printed.")
    private boolean once;

    private final boolean printsToFile = Files.isRegularFile(Path.of("/dev/stdout"));
    private @Nullable LogPosition kept;

    @Override
    public Integer call() throws InterruptedException {
        try (PostingsFollower follower = follower()) {
            follow(
                    follower,
                    new PrintStream(new BufferedOutputStream(System.out, BUFFER_BYTES), false, StandardCharsets.UTF_8));
            return CommandLine.ExitCode.OK;
        } catch (CursorRefusedException e) {
            LogPosition from = e.from();
            return failed(
                    e.getMessage() + (from == null ? "" : ". To continue there, use the cursor " + from.text()),
                    CommandLine.ExitCode.SOFTWARE);
        } catch (StatusRuntimeException e) {
            Status status = e.getStatus();
            return failed(
                    "the bank at " + url + " refuses: " + Printable.refusal(status.getCode(), status.getDescription()),
                    CommandLine.ExitCode.SOFTWARE);
        } catch (IllegalArgumentException e) {
            return failed(FailureText.of(e), CommandLine.ExitCode.USAGE);
        } catch (IOException | IllegalStateException e) {
            return failed(FailureText.of(e), CommandLine.ExitCode.SOFTWARE);
        }
    }

    private static int failed(@Nullable String why, int exitCode) {
        System.err.println("bank: " + why);
        return exitCode;
    }

    private PostingsFollower follower() throws IOException {
        GrpcAddress address = GrpcAddress.parse("--url", url);
        String token = BearerToken.of(tokenFile);
        PostingsFollower.Connection bank = tls
                ? PostingsFollower.tls(address.host(), address.port(), token)
                : PostingsFollower.plaintext(address.host(), address.port(), token);
        Path file = cursorFile;
        if (file != null && Files.exists(file)) {
            return bank.after(cursor(file));
        }
        return fromNow ? bank.fromNow() : bank.fromOldest();
    }

    private static LogPosition cursor(Path file) throws IOException {
        try {
            return LogPosition.parse(Files.readString(file).strip());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + " holds no cursor: " + e.getMessage(), e);
        }
    }

    private void follow(PostingsFollower follower, PrintStream out)
            throws IOException, InterruptedException, CursorRefusedException {
        long target = Long.MAX_VALUE;
        long begun = System.nanoTime();
        long keptAt = begun;
        boolean hasWarned = false;
        while (true) {
            Postings postings = follower.next(WAIT);
            if (!hasWarned && follower.durablePosition() < 0 && System.nanoTime() - begun >= WARNING.toNanos()) {
                hasWarned = true;
                System.err.println("bank: " + url + " has not answered yet; it is tried again");
            }
            LogPosition cursor = follower.cursor();
            if (postings != null) {
                PostingLines.print(postings, out);
                out.flush();
                if (System.out.checkError()) {
                    throw new IOException("the output was closed");
                }
            }
            if (cursor == null) {
                continue;
            }
            long durable = follower.durablePosition();
            if (once && target == Long.MAX_VALUE && durable >= 0) {
                target = durable;
            }
            boolean isEnd = cursor.position() >= target;
            if (postings == null || isEnd || System.nanoTime() - keptAt >= WAIT.toNanos()) {
                keep(cursor);
                keptAt = System.nanoTime();
            }
            if (isEnd) {
                return;
            }
        }
    }

    /** A power cut leaves the earlier cursor or this one, and every line before it. */
    private void keep(LogPosition cursor) throws IOException {
        Path file = cursorFile;
        if (file == null || cursor.equals(kept)) {
            return;
        }
        if (printsToFile) {
            FileDescriptor.out.sync();
        }
        Path absolute = file.toAbsolutePath();
        DurableFiles.replace(
                DiskFolder.open(Objects.requireNonNull(absolute.getParent())),
                absolute.getFileName().toString(),
                cursor.text() + "\n");
        kept = cursor;
    }
}
