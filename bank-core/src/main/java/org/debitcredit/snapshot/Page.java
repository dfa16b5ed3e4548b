package org.debitcredit.snapshot;

import java.util.ArrayList;
import java.util.List;
import org.debitcredit.bank.BankScale;

/**
 * The place of one page in a snapshot of a bank of some scale.
 *
 * @param snapshot position at which the snapshot starts
 * @param kind section it belongs to
 * @param number of the page in the file, from 0
 * @param from index of its first number in the section
 * @param count of its numbers
 */
record Page(long snapshot, SectionKind kind, long number, long from, int count) {

    long offset() {
        return number * PageLayout.PAGE_BYTES;
    }

    /** The sections of a bank's snapshot, as ranges of pages. */
    static final class Plan {
        private static final SectionKind[] SECTIONS = SectionKind.values();

        private final long snapshot;
        private final BankScale scale;
        private final List<Long> firstPages = new ArrayList<>();
        private final long pages;

        /**
         * @param snapshot position at which it starts
         */
        Plan(long snapshot, BankScale scale) {
            this.snapshot = snapshot;
            this.scale = scale;
            long first = 0;
            for (SectionKind kind : SECTIONS) {
                firstPages.add(first);
                first += pagesOf(kind);
            }
            pages = first;
        }

        /** Pages in all. */
        long pages() {
            return pages;
        }

        /** Length of the file. */
        long bytes() {
            return pages * PageLayout.PAGE_BYTES;
        }

        Page page(long number) {
            int section = SECTIONS.length - 1;
            while (firstPages.get(section) > number) {
                section--;
            }
            long from = (number - firstPages.get(section)) * PageLayout.NUMBERS_MAX;
            long rest = SECTIONS[section].numbers(scale) - from;
            return new Page(snapshot, SECTIONS[section], number, from, (int) Math.min(rest, PageLayout.NUMBERS_MAX));
        }

        private long pagesOf(SectionKind kind) {
            return (kind.numbers(scale) + PageLayout.NUMBERS_MAX - 1) / PageLayout.NUMBERS_MAX;
        }
    }
}
