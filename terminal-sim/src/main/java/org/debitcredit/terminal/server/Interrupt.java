package org.debitcredit.terminal.server;

/** The end of the process by an interrupt, during which the command's own thread still goes on. */
final class Interrupt {

    private Interrupt() {}

    /**
     * Called before something is made that an interrupt has to remove: once an interrupt has begun, nothing would
     * remove it.
     *
     * @throws IllegalStateException if the process is being ended, because the JVM takes no more hooks
     */
    static void requireNone() {
        Thread probe = new Thread(() -> {}, "no-interrupt");
        Runtime.getRuntime().addShutdownHook(probe);
        Runtime.getRuntime().removeShutdownHook(probe);
    }
}
