package org.debitcredit.terminal.server;

/** The end of the process by an interrupt, during which the command's own thread still goes on. */
final class Interrupt {

    private Interrupt() {}

    /**
     * Called before something is made that an interrupt has to remove: after its beginning nothing would.
     *
     * @throws IllegalStateException when the process is being ended, because the JVM takes no more hooks
     */
    static void requireNone() {
        Thread probe = new Thread(() -> {}, "no-interrupt");
        Runtime.getRuntime().addShutdownHook(probe);
        Runtime.getRuntime().removeShutdownHook(probe);
    }
}
