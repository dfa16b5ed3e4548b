package org.debitcredit.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.debitcredit.bank.BankScale;
import org.junit.jupiter.api.Test;

/** What is written at the largest scale and position is what a reader expects there. */
class SnapshotLimitsTest {

    private static final BankScale LARGEST =
            new BankScale(BankScale.BRANCHES_MAX, BankScale.ID_RADIX, BankScale.ID_RADIX);

    @Test
    void the_largest_bank_has_no_more_pages_than_a_page_can_number() {
        assertThat(new SnapshotPage(0, LARGEST).pages()).isLessThan(Integer.MAX_VALUE);
    }

    @Test
    void the_last_page_of_the_largest_bank_is_taken_for_no_other() {
        ByteBuffer bytes = PageLayout.allocate();
        SnapshotPage last = new SnapshotPage(Long.MAX_VALUE, LARGEST).last();
        PageLayout.seal(bytes, last, new CRC32C());
        assertThat(PageLayout.isIntact(bytes, last, new CRC32C())).isTrue();
        assertThat(PageLayout.isIntact(
                        bytes, new SnapshotPage(Long.MAX_VALUE, LARGEST).at(last.number() - 1), new CRC32C()))
                .isFalse();
    }

    @Test
    void the_name_of_a_snapshot_says_its_position_at_both_ends() {
        for (long position : new long[] {0, 1, Long.MAX_VALUE}) {
            assertThat(SnapshotStore.position(SnapshotStore.name(position))).isEqualTo(position);
        }
    }
}
