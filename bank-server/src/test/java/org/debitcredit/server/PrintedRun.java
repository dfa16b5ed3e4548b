package org.debitcredit.server;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.debitcredit.server.command.BankCommand;

/** What a command printed in this process, and how it ended. */
record PrintedRun(int exitCode, String out, String err) {

    static PrintedRun of(String... arguments) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        ByteArrayOutputStream failed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(failed, true, StandardCharsets.UTF_8));
        try {
            int exitCode = BankCommand.commandLine().execute(arguments);
            return new PrintedRun(
                    exitCode, printed.toString(StandardCharsets.UTF_8), failed.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }
}
