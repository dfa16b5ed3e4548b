package org.debitcredit.server;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.debitcredit.server.command.BankCommand;

/** What a command printed in this process, and how it ended. */
record PrintedRun(int exitCode, String out, String err) {

    static PrintedRun of(String... arguments) {
        return withInput("", arguments);
    }

    /** With text as its standard input. */
    static PrintedRun withInput(String input, String... arguments) {
        InputStream in = System.in;
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        ByteArrayOutputStream failed = new ByteArrayOutputStream();
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(failed, true, StandardCharsets.UTF_8));
        try {
            int exitCode = BankCommand.commandLine().execute(arguments);
            return new PrintedRun(
                    exitCode, printed.toString(StandardCharsets.UTF_8), failed.toString(StandardCharsets.UTF_8));
        } finally {
            System.setIn(in);
            System.setOut(out);
            System.setErr(err);
        }
    }
}
