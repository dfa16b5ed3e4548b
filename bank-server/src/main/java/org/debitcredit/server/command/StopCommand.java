package org.debitcredit.server.command;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.debitcredit.console.DurationConverter;
import org.debitcredit.console.FailureText;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.storage.DirectoryInUse;
import org.debitcredit.storage.ProcessIdentity;
import org.debitcredit.storage.SharedLock;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stops the server of a data directory in an orderly way. The server itself has no endpoint that stops it: whoever may
 * signal its process may stop it.
 */
@Command(
        name = "stop",
        description = {
            "Stop the server of a data directory: it answers what it has accepted, closes its journal, and ends.",
            "The process is the one whose id and start time are recorded with the directory's lock. It is signalled "
                    + "only if the lock is held and a process of that id started at that time. It is never killed."
        },
        mixinStandardHelpOptions = true)
public final class StopCommand implements Callable<Integer> {

    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    @Option(names = "--data", paramLabel = "DIR", required = true, description = "The bank's data directory.")
    private Path data = Path.of("data");

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "How long to wait until the server has ended, such as 90s (default: 2m).")
    private Duration timeout = Duration.ofMinutes(2);

    @Option(names = "--json", description = "Print one JSON object as the last line of stdout.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        try {
            Path journal = readableJournal();
            SharedLock.acquire(journal).close();
            return ended(false, "no server uses " + data);
        } catch (DirectoryInUse e) {
            return stop(e);
        } catch (NoSuchFileException e) {
            return failed(data + " holds no bank: it has no directory 'journal'", CommandLine.ExitCode.USAGE);
        } catch (AccessDeniedException e) {
            return failed(
                    "this user may not read " + e.getFile() + ", so it is not known whether a server uses " + data
                            + ". Run this command as the user of the server",
                    CommandLine.ExitCode.SOFTWARE);
        } catch (IOException e) {
            return failed(FailureText.of(e), CommandLine.ExitCode.SOFTWARE);
        }
    }

    /**
     * The journal's directory, whose lock this user can see: {@link SharedLock} treats a lock that it cannot read as if
     * there were none.
     *
     * @throws NoSuchFileException if there is no such directory
     */
    private Path readableJournal() throws IOException {
        Path journal = BankFolders.journal(data);
        boolean isThere;
        try {
            isThere = Files.readAttributes(journal, BasicFileAttributes.class).isDirectory();
        } catch (AccessDeniedException e) {
            throw e;
        } catch (FileSystemException e) {
            isThere = false;
        }
        if (!isThere) {
            throw new NoSuchFileException(journal.toString());
        }
        Path lock = journal.resolve("lock");
        if (!Files.isExecutable(journal) || Files.exists(lock) && !Files.isReadable(lock)) {
            throw new AccessDeniedException(lock.toString());
        }
        return journal;
    }

    private int stop(DirectoryInUse inUse) throws InterruptedException {
        ProcessIdentity holder = inUse.holder();
        ProcessHandle process = holder == null ? null : holder.running().orElse(null);
        if (holder == null || process == null) {
            return failed(
                    "the lock of " + data + " is held, but "
                            + (holder == null
                                    ? "its file names no process"
                                    : "process " + holder.pid()
                                            + ", which its file names, is not the one that took it, or runs on "
                                            + "another machine or in another container")
                            + ". Nothing was signalled. Stop the server where it was started",
                    CommandLine.ExitCode.SOFTWARE);
        }
        if (!process.supportsNormalTermination() || !process.destroy()) {
            return failed(
                    "process " + process.pid() + " cannot be signalled. Run this command as the user of the server",
                    CommandLine.ExitCode.SOFTWARE);
        }
        return awaitEnd(process, holder)
                ? ended(true, "the server of " + data + " (process " + process.pid() + ") has stopped")
                : failed(
                        "process " + process.pid() + " was signalled to stop and still runs after "
                                + timeout.toSeconds()
                                + " s. It ends once it has answered what it accepted and closed its journal; its log "
                                + "says what it waits for",
                        CommandLine.ExitCode.SOFTWARE);
    }

    /**
     * Waits for the process. One that has ended counts as alive until its parent has asked for its exit code, which the
     * first process of a container may never do. Such a process has no command any more, and holds no lock. A server
     * that still closes its network holds no lock either, and has a command.
     */
    private boolean awaitEnd(ProcessHandle process, ProcessIdentity holder) throws InterruptedException {
        ProgressLines progress = ProgressLines.ofCommand();
        long begin = System.nanoTime();
        for (Duration left = timeout; left.compareTo(Duration.ZERO) > 0; left = timeout.minus(since(begin))) {
            try {
                process.onExit().get(Math.min(left.toNanos(), LOOK_EVERY.toNanos()), TimeUnit.NANOSECONDS);
                return true;
            } catch (TimeoutException e) {
                if (process.info().command().isEmpty() && isReleasedBy(holder)) {
                    return true;
                }
                progress.at(() -> "waiting for process " + process.pid() + " to end: "
                        + since(begin).toSeconds() + " s");
            } catch (ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }
        return !process.isAlive();
    }

    /** Whether a process no longer holds the lock: nobody does, or another process by now. */
    private boolean isReleasedBy(ProcessIdentity holder) {
        try {
            SharedLock.acquire(readableJournal()).close();
            return true;
        } catch (DirectoryInUse e) {
            ProcessIdentity present = e.holder();
            return present != null && !present.equals(holder);
        } catch (IOException e) {
            return false;
        }
    }

    private static Duration since(long beginNanos) {
        return Duration.ofNanos(System.nanoTime() - beginNanos);
    }

    private int ended(boolean wasRunning, String text) {
        System.out.println(
                json
                        ? JsonMapper.shared()
                                .createObjectNode()
                                .put("wasRunning", wasRunning)
                                .put("stopped", true)
                                .toString()
                        : text);
        return CommandLine.ExitCode.OK;
    }

    private int failed(String why, int exitCode) {
        System.err.println("bank: " + why);
        if (json) {
            System.out.println(
                    JsonMapper.shared().createObjectNode().put("stopped", false).put("detail", why));
        }
        return exitCode;
    }
}
