package org.debitcredit.storage;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The accesses that {@link BoundedWork} makes to media, so that it can be abandoned if one of them hangs: to look, to
 * list, to read, to lock, to create, open or link files, to make directories, and to force the name of a directory.
 * Other forces, renaming, deletions and writes are not watched: they may take minutes on a healthy medium. After the
 * work nothing is watched. For use by all threads.
 */
public class MediumWatch {

    /** Watches nothing. */
    public static final MediumWatch NONE = new MediumWatch(State.ENDED);

    private enum State {
        WATCHING,
        ENDED,
        ABANDONED
    }

    /** The operation of an access. */
    @FunctionalInterface
    public interface Work<T> {
        T run() throws IOException;
    }

    /** An access that has begun. */
    public static final class Access {
        private final String what;
        private final Object place;
        /** Used by the thread that calls {@link #waitedFor}. */
        private long waitedNanos;

        private Access(String what, Object place) {
            this.what = what;
            this.place = place;
        }

        /** What it does, for messages. */
        public String what() {
            return what;
        }

        /** The file or directory. */
        public Object place() {
            return place;
        }
    }

    private final AtomicReference<State> state;
    private final Set<Access> accesses = ConcurrentHashMap.newKeySet();

    /** Watches until it is ended. */
    public MediumWatch() {
        this(State.WATCHING);
    }

    private MediumWatch(State state) {
        this.state = new AtomicReference<>(state);
    }

    /**
     * Makes an access.
     *
     * @param what it does, for messages
     * @param place file or directory, which is named if the access hangs
     * @throws IOException also if the work was abandoned, even if the access itself succeeded. What it opened is closed
     */
    public <T> T during(String what, Object place, Work<T> work) throws IOException {
        if (state.get() == State.ENDED) {
            return work.run();
        }
        requireNotAbandoned();
        Access access = new Access(what, place);
        accesses.add(access);
        T result;
        try {
            result = work.run();
        } finally {
            accesses.remove(access);
        }
        requireNotAbandoned(result);
        return result;
    }

    private void requireNotAbandoned(@Nullable Object opened) throws IOException {
        try {
            requireNotAbandoned();
        } catch (IOException abandoned) {
            Closeables.close(abandoned, opened instanceof AutoCloseable closeable ? closeable : null);
            throw abandoned;
        }
    }

    /**
     * Returns if a medium may be changed.
     *
     * @throws IOException if the work was abandoned
     */
    public void requireNotAbandoned() throws IOException {
        if (state.get() == State.ABANDONED) {
            throw new IOException("abandoned, because a medium had not responded in time");
        }
    }

    /**
     * Adds time to each access that is under way. Called by one thread.
     *
     * @param nanos passed since the last call
     * @return an access that has taken at least as long as the limit; null if none has
     */
    public @Nullable Access waitedFor(long nanos, Duration limit) {
        Access hanging = null;
        for (Access access : accesses) {
            access.waitedNanos += nanos;
            if (access.waitedNanos >= limit.toNanos()) {
                hanging = access;
            }
        }
        return hanging;
    }

    /**
     * Ends the watch: the work is not abandoned any more.
     *
     * @throws IOException if it was abandoned before
     */
    public void end() throws IOException {
        state.compareAndSet(State.WATCHING, State.ENDED);
        requireNotAbandoned();
    }

    /** Abandons the work: every later access fails. Returns false if the watch has just ended. */
    public boolean abandon() {
        return state.compareAndSet(State.WATCHING, State.ABANDONED);
    }
}
