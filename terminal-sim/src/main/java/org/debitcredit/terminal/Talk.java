package org.debitcredit.terminal;

import java.io.PrintStream;
import java.util.Locale;

/** Output for people: stdout, or stderr if stdout is for JSON. It is created before Gatling redirects stdout. */
record Talk(PrintStream out) {

    static Talk of(boolean json) {
        return new Talk(json ? System.err : System.out);
    }

    void say(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
        out.flush();
    }
}
