package org.debitcredit.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.Journal;
import org.debitcredit.storage.MediumLoss;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What an Error in one copy does: it is the process's own, so no medium is given up for it, and nobody waits for ever.
 * What a copy does that hangs: nobody waits for it, and what it writes late does no harm.
 */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MirroredJournalTest {

    private final List<Integer> lost = new ArrayList<>();
    private final MediumLoss media = new MediumLoss() {
        @Override
        public boolean isLost(int medium) {
            return lost.contains(medium);
        }

        @Override
        public void lost(int medium, Exception cause) {
            lost.add(medium);
        }
    };

    private final AtomicBoolean timePasses = new AtomicBoolean();
    private final AtomicLong nanos = new AtomicLong();
    private final HangLimit limit = new HangLimit(
            HangLimit.MAX_LEAST, () -> timePasses.get() && lost.isEmpty() ? nanos.addAndGet(50_000_000) : nanos.get());

    private MirroredJournal mirrored(Journal first, Journal second) {
        return new MirroredJournal(List.of(first, second), 0, media, List.of(calls(0), calls(1)));
    }

    private MediumCalls calls(int medium) {
        return new MediumCalls(
                "medium " + medium, limit, () -> media.isLost(medium), MediumCalls.daemons("medium-" + medium));
    }

    @Test
    void an_error_in_either_copys_force_is_thrown_as_it_is_and_no_medium_is_lost() {
        for (int copy = 0; copy < 2; copy++) {
            Copy dying = new Copy(() -> {
                throw new OutOfMemoryError("planted");
            });
            Copy sound = new Copy(() -> {});
            Journal journal = copy == 0 ? mirrored(dying, sound) : mirrored(sound, dying);
            assertThatThrownBy(journal::force)
                    .isInstanceOf(OutOfMemoryError.class)
                    .hasMessage("planted");
            assertThatThrownBy(() -> journal.append(ByteBuffer.allocate(1))).isInstanceOf(OutOfMemoryError.class);
            assertThatThrownBy(() -> journal.removeThrough(1)).isInstanceOf(OutOfMemoryError.class);
            assertThatThrownBy(journal::close).isInstanceOf(OutOfMemoryError.class);
            assertThat(sound.closed).isTrue();
            assertThat(lost).isEmpty();
        }
    }

    @Test
    void the_copy_that_takes_more_counts_unless_it_is_lost() {
        Copy smaller = new Copy(() -> {});
        Copy larger = new Copy(() -> {});
        smaller.bytes = 10;
        larger.bytes = 30;
        assertThat(mirrored(smaller, larger).bytes()).isEqualTo(30);
        assertThat(mirrored(larger, smaller).bytes()).isEqualTo(30);
        assertThat(mirrored(larger, smaller).spareBytes()).isEqualTo(60);
        lost.add(1);
        assertThat(mirrored(smaller, larger).bytes()).isEqualTo(10);
    }

    @Test
    void an_error_in_one_copy_is_not_hidden_by_the_others_failure() {
        Copy dying = new Copy(() -> {
            throw new OutOfMemoryError("planted");
        });
        Copy failing = new Copy(() -> {
            throw new IOException("planted too");
        });
        assertThatThrownBy(mirrored(failing, dying)::force).isInstanceOf(OutOfMemoryError.class);
        assertThatThrownBy(mirrored(dying, failing)::force).isInstanceOf(OutOfMemoryError.class);
        assertThat(lost).isEmpty();
    }

    @Test
    void an_error_in_the_first_copy_is_thrown_only_when_the_second_has_ended_its_force() {
        Thread caller = Thread.currentThread();
        Copy slow = new Copy(() -> {
            while (caller.getState() != Thread.State.TIMED_WAITING) {
                Thread.yield();
            }
        });
        Copy dying = new Copy(() -> {
            throw new OutOfMemoryError("planted");
        });
        assertThatThrownBy(mirrored(dying, slow)::force).isInstanceOf(OutOfMemoryError.class);
        assertThat(slow.steps).isEqualTo(1);
    }

    @Test
    void a_fault_in_a_mapped_file_is_the_mediums() throws IOException {
        Copy faulting = new Copy(() -> {
            throw new InternalError("a fault occurred in an unsafe memory access operation");
        });
        mirrored(new Copy(() -> {}), faulting).force();
        assertThat(lost).containsExactly(1);
    }

    @Test
    void a_copy_that_hung_in_an_append_writes_what_it_was_given_though_the_caller_has_gone_on() throws Exception {
        CountDownLatch back = new CountDownLatch(1);
        CompletableFuture<Byte> written = new CompletableFuture<>();
        Copy hanging = new Copy(() -> {}) {
            @Override
            public void append(ByteBuffer document) {
                timePasses.set(true);
                awaitBack(back);
                written.complete(document.get(document.position()));
            }
        };
        List<Byte> onSurvivor = new ArrayList<>();
        Copy survivor = new Copy(() -> {}) {
            @Override
            public void append(ByteBuffer document) {
                onSurvivor.add(document.get(document.position()));
            }
        };
        Journal journal = mirrored(hanging, survivor);
        journal.beginEpoch(1);
        ByteBuffer document = ByteBuffer.allocateDirect(1);
        journal.append(document.put(0, (byte) 1));
        assertThat(lost).containsExactly(0);
        journal.append(document.put(0, (byte) 2));
        journal.close();
        assertThat(hanging.closed).as("closed under a call that hangs").isFalse();
        back.countDown();
        assertThat(written.get()).isEqualTo((byte) 1);
        assertThat(onSurvivor).containsExactly((byte) 1, (byte) 2);
        while (!hanging.closed) {
            Thread.yield();
        }
    }

    @Test
    void a_copy_that_takes_longer_than_the_limit_with_its_first_epoch_is_not_lost_for_that() throws Exception {
        CountDownLatch back = new CountDownLatch(1);
        Copy slow = new Copy(() -> awaitBack(back));
        timePasses.set(true);
        CompletableFuture<Boolean> begun =
                CompletableFuture.supplyAsync(() -> begun(mirrored(slow, new Copy(() -> {}))));
        long now = limit.nanos().getAsLong();
        for (int looks = 0; looks < 1_000; looks++) {
            now = limit.nanos().getAsLong();
        }
        assertThat(begun).as("at %d ns", now).isNotDone();
        back.countDown();
        assertThat(begun.get()).isTrue();
        assertThat(lost).isEmpty();
    }

    private static boolean begun(Journal journal) {
        try {
            journal.beginEpoch(1);
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void time_in_which_the_whole_process_stood_still_does_not_count() throws Exception {
        CountDownLatch back = new CountDownLatch(1);
        AtomicLong looks = new AtomicLong();
        // At the second look a day has passed, at all others nothing.
        HangLimit suspended = new HangLimit(
                Duration.ofSeconds(1),
                () -> looks.incrementAndGet() > 2 ? Duration.ofDays(1).toNanos() : 0);
        MediumCalls calls = new MediumCalls("medium", suspended, () -> false, MediumCalls.daemons("medium"));
        Thread caller = Thread.currentThread();
        Thread waker = new Thread(() -> {
            while (looks.get() < 6) {
                LockSupport.unpark(caller);
                Thread.yield();
            }
            back.countDown();
        });
        waker.start();
        calls.limitFromNow();
        calls.call("a force", () -> awaitBack(back));
        waker.join();
        assertThat(calls.hangs()).isFalse();
    }

    private static void awaitBack(CountDownLatch back) {
        try {
            back.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private interface Step {
        void run() throws Exception;
    }

    /** Does the same at every step. */
    private static class Copy implements Journal {
        private final Step step;
        private volatile int steps;
        private volatile boolean closed;
        private long bytes;

        Copy(Step step) {
            this.step = step;
        }

        private void step() throws IOException {
            try {
                step.run();
            } catch (IOException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            steps++;
        }

        @Override
        public List<Long> epochs() {
            return List.of();
        }

        @Override
        public DocumentSource read(long epoch) {
            throw new UnsupportedOperationException("nothing is read here");
        }

        @Override
        public void beginEpoch(long epoch) throws IOException {
            step();
        }

        @Override
        public void append(ByteBuffer document) throws IOException {
            step();
        }

        @Override
        public void force() throws IOException {
            step();
        }

        @Override
        public void removeThrough(long epoch) throws IOException {
            step();
        }

        @Override
        public long bytes() {
            return bytes;
        }

        @Override
        public long spareBytes() {
            return 2 * bytes;
        }

        @Override
        public void close() throws IOException {
            closed = true;
            step();
        }
    }
}
