package org.debitcredit.server.command.client;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.debitcredit.console.FailureText;
import org.debitcredit.server.answer.Malformed;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParentCommand;

/** One command of a session, and how its failures are reported. */
@Command(mixinStandardHelpOptions = true)
abstract class SessionCommand implements Callable<Integer> {

    @ParentCommand
    private @Nullable SessionHolder holder;

    /** Executes the command; returns false if it failed and has reported that. */
    abstract boolean run(Session session) throws IOException, InterruptedException, RefusedException;

    @Override
    public final Integer call() {
        Session session;
        try {
            session = Objects.requireNonNull(holder).session();
        } catch (IllegalArgumentException e) {
            return failed(e, ExitCode.USAGE);
        }
        try {
            return run(session) ? ExitCode.OK : ExitCode.SOFTWARE;
        } catch (RefusedException e) {
            session.refused(e.answer());
            return ExitCode.SOFTWARE;
        } catch (InterruptedException e) {
            Session.failed("interrupted");
            return ExitCode.SOFTWARE;
        } catch (IllegalArgumentException | Malformed e) {
            return failed(e, ExitCode.USAGE);
        } catch (IOException e) {
            return failed(e, ExitCode.SOFTWARE);
        }
    }

    private static int failed(Exception failure, int exitCode) {
        Session.failed(FailureText.of(failure));
        return exitCode;
    }
}
