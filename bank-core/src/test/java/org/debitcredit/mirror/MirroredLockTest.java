package org.debitcredit.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.debitcredit.storage.FolderLock;
import org.debitcredit.storage.MediumLoss;
import org.junit.jupiter.api.Test;

class MirroredLockTest {

    private final List<Integer> lost = new ArrayList<>();
    private final MediumLoss losses = new MediumLoss() {
        @Override
        public boolean isLost(int medium) {
            return lost.contains(medium);
        }

        @Override
        public void lost(int medium, Exception cause) {
            lost.add(medium);
        }
    };
    private final boolean[] isGone = {true, true};
    private final MirroredLock lock =
            new MirroredLock(List.of(lookedAt(() -> isGone[0]), lookedAt(() -> isGone[1])), losses);

    /** The other process may write to both of them already. */
    @Test
    void nothing_is_put_on_record_when_the_locks_of_all_media_are_gone() {
        assertThatThrownBy(lock::requireHeld).isInstanceOf(IOException.class);
        assertThat(lost).isEmpty();
    }

    @Test
    void a_medium_whose_lock_is_gone_is_lost_once() throws IOException {
        isGone[0] = false;
        lock.requireHeld();
        assertThat(lost).containsExactly(1);
        lock.requireHeld();
        assertThat(lost).containsExactly(1);
    }

    @Test
    void nothing_goes_on_without_a_medium_that_cannot_be_lost() {
        isGone[1] = false;
        MirroredLock strict =
                new MirroredLock(List.of(lookedAt(() -> isGone[0]), lookedAt(() -> isGone[1])), MediumLoss.STOP);
        assertThatThrownBy(strict::requireHeld).hasMessage("the lock is gone");
    }

    private static FolderLock lookedAt(BooleanSupplier isGone) {
        return new FolderLock() {
            @Override
            public void requireHeld() throws IOException {
                if (isGone.getAsBoolean()) {
                    throw new IOException("the lock is gone");
                }
            }

            @Override
            public void close() {}
        };
    }
}
