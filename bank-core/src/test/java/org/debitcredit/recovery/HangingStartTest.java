package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.debitcredit.bank.Clocks;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.storage.MediumWatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A start on a medium that hangs in any access is refused in bounded time, and does nothing more afterwards. */
@Timeout(120)
class HangingStartTest {

    private static final long COUNTED_MAX_NANOS = 5_000_000_000L;

    @TempDir
    Path temp;

    private final AtomicLong nanos = new AtomicLong();
    /** Time passes only while an access hangs, and with each look at the clock. */
    private volatile boolean hangs;

    private record Place(String what, String file) {
        /** Of a kind: files differ only in their numbers. */
        String kind(Path data) {
            return what + " " + data.relativize(Path.of(file)).toString().replaceAll("[-0-9a-f]{6,}", "-N");
        }
    }

    /** Whether the access is by the thread of a start; others fill files in the background. */
    private static boolean isByStart() {
        return Thread.currentThread().getName().equals(BoundedStart.THREAD);
    }

    /** Lists the accesses of a start. */
    private static final class ListingWatch extends MediumWatch {
        private final List<Place> accesses = new CopyOnWriteArrayList<>();

        @Override
        public <T> T during(String what, Object place, Work<T> work) throws IOException {
            if (isByStart()) {
                accesses.add(new Place(what, place.toString()));
            }
            return super.during(what, place, work);
        }
    }

    /** One access hangs until it is released. */
    private final class HangingWatch extends MediumWatch {
        private final Place hanging;
        private final CountDownLatch released = new CountDownLatch(1);
        private final AtomicBoolean hasHung = new AtomicBoolean();
        private volatile @Nullable Thread thread;

        HangingWatch(Place hanging) {
            this.hanging = hanging;
        }

        @Override
        public <T> T during(String what, Object place, Work<T> work) throws IOException {
            if (!isByStart()) {
                return work.run();
            }
            boolean isIt = new Place(what, place.toString()).equals(hanging) && hasHung.compareAndSet(false, true);
            return super.during(what, place, isIt ? () -> hang(work) : work);
        }

        private <T> T hang(Work<T> work) throws IOException {
            thread = Thread.currentThread();
            hangs = true;
            try {
                released.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return work.run();
        }

        /** The access returns, and the start that was abandoned ends. */
        void release() {
            hangs = false;
            released.countDown();
            Thread start = thread;
            if (start != null) {
                Interleavings.join(start);
            }
        }
    }

    private RunningBank open(BankLives lives, MediumWatch watch) throws IOException {
        return RunningBank.open(lives.settings(), watch, lives.ledgers, BankEvent.IGNORE, Progress.NONE);
    }

    private Clocks clocks(BankLives lives) {
        return new Clocks(() -> lives.clockMicros, () -> hangs ? nanos.addAndGet(COUNTED_MAX_NANOS) : nanos.get());
    }

    private BankLives bank(JournalKind kind) throws IOException {
        BankLives lives = new BankLives(temp.resolve("data"), kind);
        lives.replayMax = BankLives.OFTEN;
        lives.live(30).live(5);
        lives.clocks = clocks(lives);
        return lives;
    }

    @ParameterizedTest
    @EnumSource
    void a_start_is_refused_when_one_access_of_any_kind_hangs(JournalKind kind) throws IOException {
        BankLives lives = bank(kind);
        ListingWatch listing = new ListingWatch();
        long position;
        try (RunningBank sound = open(lives, listing)) {
            position = sound.recovered().position();
            assertThat(sound.recovered().fromPosition()).isPositive();
        }
        Map<String, Place> kinds = new LinkedHashMap<>();
        listing.accesses.forEach(access -> kinds.putIfAbsent(access.kind(lives.data), access));
        String document = kind == JournalKind.CHRONICLE ? "\\.cq4" : "journal/segment-N";
        for (String expected : List.of(
                "reading it bank",
                "taking its lock journal",
                "reading it snapshots/snapshot-N",
                "reading it .*" + document)) {
            assertThat(kinds.keySet()).anyMatch(found -> found.matches(expected + ".*"));
        }
        List<String> hung = new ArrayList<>();
        for (Map.Entry<String, Place> access : kinds.entrySet()) {
            if (isRefused(lives, access.getValue())) {
                hung.add(access.getKey());
            }
        }
        assertThat(hung).hasSizeGreaterThan(kinds.size() / 2).anyMatch(access -> access.contains("snapshot-N"));
        try (RunningBank again = open(lives, new MediumWatch())) {
            assertThat(again.recovered().position()).isEqualTo(position);
        }
    }

    /** Whether the start made that access at all. */
    private boolean isRefused(BankLives lives, Place access) throws IOException {
        HangingWatch watch = new HangingWatch(access);
        try (RunningBank opened = open(lives, watch)) {
            assertThat(opened.engine().stoppedBy()).isNull();
            assertThat(watch.hasHung).isFalse();
            return false;
        } catch (MediumHangs refused) {
            assertThat(refused)
                    .hasMessage(access.file() + " hangs: " + access.what() + " did not finish within 30 s. The bank was"
                            + " not started. Check the disk, then start again");
            return true;
        } finally {
            watch.release();
        }
    }

    /** A replay may take long: only the time of one access counts. */
    @Test
    void a_start_whose_accesses_take_long_together_is_not_refused() throws IOException {
        BankLives lives = bank(JournalKind.FILE);
        lives.clocks = new Clocks(() -> lives.clockMicros, nanos::get);
        MediumWatch slow = new MediumWatch() {
            @Override
            public <T> T during(String what, Object place, Work<T> work) throws IOException {
                nanos.addAndGet(COUNTED_MAX_NANOS);
                return super.during(what, place, work);
            }
        };
        open(lives, slow).close();
        assertThat(nanos.get()).isGreaterThan(10 * BoundedStart.ACCESS_MAX.toNanos());
    }

    @Test
    void the_refusal_of_a_mirrored_start_says_how_to_start_without_the_medium() throws IOException {
        BankLives lives = new BankLives(temp.resolve("data"), JournalKind.FILE);
        lives.mirror = temp.resolve("mirror");
        lives.live(3);
        lives.clocks = clocks(lives);
        ListingWatch listing = new ListingWatch();
        open(lives, listing).close();
        Place read = listing.accesses.stream()
                .filter(access -> access.file()
                        .startsWith(temp.resolve("mirror/journal/segment").toString()))
                .filter(access -> access.what().equals("reading it"))
                .findFirst()
                .orElseThrow();
        HangingWatch watch = new HangingWatch(read);
        assertThatThrownBy(() -> open(lives, watch))
                .isInstanceOf(MediumHangs.class)
                .hasMessageStartingWith(read.file() + " hangs: ")
                .hasMessageContaining("--accept-lone-copy");
        watch.release();
        open(lives, new MediumWatch()).close();
    }

    @Test
    void what_fails_in_a_start_reaches_the_caller_as_it_is() throws IOException {
        BankLives lives = bank(JournalKind.FILE);
        try (RunningBank first = open(lives, new MediumWatch())) {
            assertThatThrownBy(() -> open(lives, new MediumWatch()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("in use by another server");
            assertThat(first.engine().stoppedBy()).isNull();
        }
        RuntimeException refusal = new IllegalStateException("planted");
        lives.ledgers = (identity, progress) -> {
            throw refusal;
        };
        assertThatThrownBy(() -> open(lives, new MediumWatch())).isSameAs(refusal);
        Error error = new AssertionError("planted");
        lives.ledgers = (identity, progress) -> {
            throw error;
        };
        assertThatThrownBy(() -> open(lives, new MediumWatch())).isSameAs(error);
    }
}
