package org.debitcredit.terminal.server;

/** The end of the process by an interrupt, during which the command's own thread still goes on. */
public final class Interrupt {

    private Interrupt() {}

    /**
     * Called before something is made that an interrupt has to remove: once an interrupt has begun, nothing would
     * remove it. Also called before a verdict is told: an interrupt ends the servers, which would look like a failure.
     *
     * @throws IllegalStateException if the process is being ended, because the JVM takes no more hooks
     */
    public static void requireNone() {
        Thread probe = new Thread(() -> {}, "no-interrupt");
        try {
            Runtime.getRuntime().addShutdownHook(probe);
            Runtime.getRuntime().removeShutdownHook(probe);
        } catch (IllegalStateException ending) {
            throw new IllegalStateException("the run was interrupted", ending);
        }
    }
}
