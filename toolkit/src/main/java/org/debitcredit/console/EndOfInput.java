package org.debitcredit.console;

import java.io.IOException;
import java.io.InputStream;

/**
 * Ends a service when its standard input ends. A command that starts services for itself, such as {@code certify},
 * passes {@link #JVM_OPTION} and holds the other end of the pipe. So a service does not outlive a command that was
 * killed.
 */
public final class EndOfInput implements Runnable {

    private static final String PROPERTY = "org.debitcredit.ends-with-input";

    /** What such a command gives to the JVM of the service. */
    public static final String JVM_OPTION = "-D" + PROPERTY + "=true";

    private static final int EXIT_CODE = 1;

    private final InputStream input;
    private final Runnable end;

    EndOfInput(InputStream input, Runnable end) {
        this.input = input;
        this.end = end;
    }

    /** Watches the standard input from now on, if the property is set. */
    public static void watchIfAsked() {
        if (Boolean.getBoolean(PROPERTY)) {
            Runnable halt = () -> Runtime.getRuntime().halt(EXIT_CODE);
            Thread thread = new Thread(new EndOfInput(System.in, halt), "bank-end-of-input");
            thread.setDaemon(true);
            thread.start();
        }
    }

    @Override
    public void run() {
        try {
            int read;
            do {
                read = input.read();
            } while (read >= 0);
        } catch (IOException broken) {
            // It has ended, too.
        }
        end.run();
    }
}
