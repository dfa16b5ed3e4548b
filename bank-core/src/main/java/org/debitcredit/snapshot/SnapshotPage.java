package org.debitcredit.snapshot;

import org.debitcredit.bank.BankScale;

/**
 * The place of one page in a snapshot of a bank of some scale. One object is reused for all pages, so that a snapshot
 * of many pages creates no garbage.
 */
final class SnapshotPage {

    private static final SectionKind[] SECTIONS = SectionKind.values();

    private final long snapshot;
    private final BankScale scale;
    /** First page of each section, then the number of all pages. */
    private final long[] firstPages = new long[SECTIONS.length + 1];

    private int section;
    private long number;

    /**
     * The first page, the head, which is the same for every scale.
     *
     * @param snapshot position at which the snapshot starts
     */
    SnapshotPage(long snapshot, BankScale scale) {
        this.snapshot = snapshot;
        this.scale = scale;
        for (int i = 0; i < SECTIONS.length; i++) {
            firstPages[i + 1] = firstPages[i] + pagesOf(SECTIONS[i]);
        }
    }

    /** Moves to a page and returns itself. */
    SnapshotPage at(long newNumber) {
        number = newNumber;
        section = SECTIONS.length - 1;
        while (firstPages[section] > newNumber) {
            section--;
        }
        return this;
    }

    /** Moves to the last page, the end position. */
    SnapshotPage last() {
        return at(pages() - 1);
    }

    /** Pages in all. */
    long pages() {
        return firstPages[SECTIONS.length];
    }

    /** Length of the file. */
    long bytes() {
        return pages() * PageLayout.PAGE_BYTES;
    }

    /** Position at which the snapshot starts. */
    long snapshot() {
        return snapshot;
    }

    /** Number of the page in the file, from 0. */
    long number() {
        return number;
    }

    /** Section that it belongs to. */
    SectionKind kind() {
        return SECTIONS[section];
    }

    /** Index of its first number in the section. */
    long from() {
        return (number - firstPages[section]) * PageLayout.NUMBERS_MAX;
    }

    /** How many numbers are in it. */
    int count() {
        return (int) Math.min(kind().numbers(scale) - from(), PageLayout.NUMBERS_MAX);
    }

    long offset() {
        return number * PageLayout.PAGE_BYTES;
    }

    private long pagesOf(SectionKind kind) {
        return (kind.numbers(scale) + PageLayout.NUMBERS_MAX - 1) / PageLayout.NUMBERS_MAX;
    }
}
