package org.debitcredit.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.Journal;
import org.debitcredit.storage.MediumLoss;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an Error in one copy does: it is the process's own, so no medium is given up for it, and nobody waits for ever. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MirroredJournalTest {

    private final ExecutorService forcer = Executors.newSingleThreadExecutor();
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

    @AfterEach
    void endForcer() {
        forcer.shutdownNow();
    }

    private MirroredJournal mirrored(Journal first, Journal second) {
        return new MirroredJournal(List.of(first, second), 0, media, forcer);
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
            while (caller.getState() != Thread.State.WAITING) {
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

    private interface Step {
        void run() throws Exception;
    }

    /** Does the same at every step. */
    private static final class Copy implements Journal {
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
