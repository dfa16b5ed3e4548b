package org.debitcredit.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.debitcredit.Interleavings;
import org.jspecify.annotations.Nullable;

/**
 * Lists the accesses of bounded work on the files of a bank, and repeats the work so that each kind of them hangs once.
 * Time passes only while an access hangs.
 */
public final class HangingAccess {

    /** The most that counts between two looks at the clock. */
    public static final long COUNTED_MAX_NANOS = 5_000_000_000L;

    private final String thread;
    private final Path folder;
    private final AtomicLong nanos = new AtomicLong();
    private volatile boolean hangs;

    /**
     * @param thread name of the thread of the work; the accesses of others, which fill files, are not counted
     * @param folder the names of kinds are relative to it
     */
    public HangingAccess(String thread, Path folder) {
        this.thread = thread;
        this.folder = folder;
    }

    /** An access: what it does, to which file. */
    public record Place(String what, String file) {}

    /** The work, repeated from the same beginning. */
    @FunctionalInterface
    public interface Repeated {
        void run(MediumWatch watch) throws IOException;
    }

    /** What is to hold after a refusal, once the access has returned and the work has ended. */
    @FunctionalInterface
    public interface Afterwards {
        void check() throws IOException;
    }

    /** A clock that is never set back, nanoseconds. */
    public long nanos() {
        return hangs ? nanos.addAndGet(COUNTED_MAX_NANOS) : nanos.get();
    }

    private boolean isOfTheWork() {
        return Thread.currentThread().getName().equals(thread);
    }

    /** Files differ only in their numbers. */
    private String kind(Place place) {
        return place.what + " "
                + folder.relativize(Path.of(place.file)).toString().replaceAll("[-0-9a-f]{6,}", "-N");
    }

    /** The first access of each kind, by its name. */
    public Map<String, Place> kinds(Repeated work) throws IOException {
        Map<String, Place> kinds = new LinkedHashMap<>();
        accesses(work).forEach(access -> kinds.putIfAbsent(kind(access), access));
        return kinds;
    }

    /** The accesses in their order. */
    public List<Place> accesses(Repeated work) throws IOException {
        List<Place> accesses = new CopyOnWriteArrayList<>();
        work.run(new MediumWatch() {
            @Override
            public <T> T during(String what, Object place, Work<T> access) throws IOException {
                if (isOfTheWork()) {
                    accesses.add(new Place(what, place.toString()));
                }
                return super.during(what, place, access);
            }
        });
        return accesses;
    }

    /**
     * Repeats the work with each of these accesses hanging.
     *
     * @param remedy the end of the message
     * @return the kinds that hung; the others are made by chance, and the work went well without them
     */
    public List<String> hungOf(Map<String, Place> kinds, String remedy, Repeated work, Afterwards afterwards)
            throws IOException {
        List<String> hung = new ArrayList<>();
        for (Map.Entry<String, Place> kind : kinds.entrySet()) {
            Place access = kind.getValue();
            Hanging watch = new Hanging(access);
            boolean isRefused = false;
            try {
                work.run(watch);
                assertThat(watch.hasHung).as(kind.getKey()).isFalse();
            } catch (MediumHangs refused) {
                assertThat(refused)
                        .hasMessage(access.file + " hangs: " + access.what + " did not finish within 30 s. " + remedy);
                isRefused = true;
            } finally {
                watch.release();
            }
            if (isRefused) {
                hung.add(kind.getKey());
                afterwards.check();
            }
        }
        return hung;
    }

    /** One access hangs until it is released. */
    public final class Hanging extends MediumWatch {
        private final Place hanging;
        private final CountDownLatch released = new CountDownLatch(1);
        private final AtomicBoolean hasHung = new AtomicBoolean();
        private volatile @Nullable Thread waiting;

        public Hanging(Place hanging) {
            this.hanging = hanging;
        }

        @Override
        public <T> T during(String what, Object place, Work<T> work) throws IOException {
            if (!isOfTheWork()) {
                return work.run();
            }
            boolean isIt = new Place(what, place.toString()).equals(hanging) && hasHung.compareAndSet(false, true);
            return super.during(what, place, isIt ? () -> hang(work) : work);
        }

        private <T> T hang(Work<T> work) throws IOException {
            waiting = Thread.currentThread();
            hangs = true;
            try {
                released.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return work.run();
        }

        /** The access returns, and the work that was abandoned ends. */
        public void release() {
            hangs = false;
            released.countDown();
            Thread abandoned = waiting;
            if (abandoned != null) {
                Interleavings.join(abandoned);
            }
        }
    }
}
