package org.debitcredit.terminal;

import java.io.PrintStream;
import java.util.Locale;

/**
 * Where a command talks to a person: stdout, or stderr when stdout is for JSON. Made before Gatling takes stdout away.
 */
record Talk(PrintStream out) {

    static Talk of(boolean json) {
        return new Talk(json ? System.err : System.out);
    }

    void say(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
        out.flush();
    }
}
