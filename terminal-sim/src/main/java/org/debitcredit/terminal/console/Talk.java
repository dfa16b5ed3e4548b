package org.debitcredit.terminal.console;

import java.io.PrintStream;
import java.util.Locale;

/** Output for people: stdout, or stderr if stdout is for JSON. It is created before Gatling redirects stdout. */
public record Talk(PrintStream out) {

    public static Talk of(boolean json) {
        return new Talk(json ? System.err : System.out);
    }

    public void say(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
        out.flush();
    }
}
