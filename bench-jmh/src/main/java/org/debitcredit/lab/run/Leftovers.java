package org.debitcredit.lab.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Function;

/**
 * What a run has made and has to remove: processes, proxies, directories. It is removed at the end of the run, the
 * newest first, and also when this process is stopped. From then on nothing more is made.
 */
public final class Leftovers implements AutoCloseable {

    /** What is to be removed. */
    @FunctionalInterface
    interface Leftover {
        void remove() throws IOException;
    }

    /** Makes something that has to be removed. */
    @FunctionalInterface
    interface Maker<T> {
        T make() throws IOException;
    }

    private final Deque<Leftover> all = new ArrayDeque<>();
    private boolean closed;

    /**
     * What the process would leave on the machine, with a hook that removes it when the process is stopped.
     *
     * @param before is done before the hook removes anything
     */
    public static Leftovers ofProcess(Runnable before) {
        Leftovers leftovers = new Leftovers();
        Thread hook = new Thread(
                () -> {
                    try (leftovers) {
                        before.run();
                    }
                },
                "lab-cleanup");
        Runtime.getRuntime().addShutdownHook(hook);
        return leftovers;
    }

    /**
     * Makes something, unless the process is being stopped.
     *
     * @param removal how it is removed
     */
    synchronized <T> T make(Maker<T> maker, Function<T, Leftover> removal) throws IOException {
        if (closed) {
            throw new IllegalStateException("the lab is being stopped");
        }
        T made = maker.make();
        all.push(removal.apply(made));
        return made;
    }

    /** Removes everything that was made after this many, the newest first. One that fails keeps no other. */
    synchronized void removeDownTo(int size) {
        RuntimeException failure = null;
        while (all.size() > size) {
            try {
                all.pop().remove();
            } catch (IOException e) {
                failure = new UncheckedIOException(e);
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Number of things that are still to be removed. */
    synchronized int size() {
        return all.size();
    }

    @Override
    public synchronized void close() {
        closed = true;
        removeDownTo(0);
    }
}
