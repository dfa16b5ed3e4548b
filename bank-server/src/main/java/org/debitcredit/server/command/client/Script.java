package org.debitcredit.server.command.client;

import java.io.BufferedReader;
import java.io.IOException;
import picocli.CommandLine.ExitCode;

/**
 * Executes commands of an input, one in a line, and stops at the first that fails.
 *
 * @param goesOn whether the commands after a failed one are executed
 */
record Script(Lines lines, boolean goesOn) {

    /** Returns the exit code: 1 if a command failed, otherwise 0. */
    int run(BufferedReader input) throws IOException {
        long number = 0;
        boolean hasFailed = false;
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            number++;
            if (lines.execute(line) != ExitCode.OK) {
                hasFailed = true;
                if (!goesOn) {
                    Session.failed(
                            "line " + number + " failed. The lines before it were executed, and would be executed "
                                    + "once more if they were sent again; those after it were not executed. If the "
                                    + "outcome of line " + number + " is unknown, repeat it with its key only");
                    break;
                }
                Session.failed("line " + number + " failed");
            }
            if (lines.session().hasEnded()) {
                break;
            }
        }
        return hasFailed ? ExitCode.SOFTWARE : ExitCode.OK;
    }
}
