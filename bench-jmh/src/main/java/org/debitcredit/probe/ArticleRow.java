package org.debitcredit.probe;

import java.util.List;

/**
 * A row of the article's summary: throughput, and the average access time that follows from it, at one access per
 * transaction.
 *
 * @param name what was computed or measured
 * @param perSecond transactions a second, here and now
 * @param articles the article's own figure for its disk
 */
public record ArticleRow(String name, double perSecond, double articles) {

    private static final int BLOCK_BYTES = 512;

    /** The article's table, with this disk in it. */
    public static List<ArticleRow> table(ProbeResult result) {
        return List.of(
                new ArticleRow("computed from the data sheet", result.disk().transactionsPerSecond(), 76.3),
                new ArticleRow(
                        "random reads of 4 KiB (bonnie)",
                        result.seeks().measured().perSecond(),
                        102.1),
                new ArticleRow(
                        "forced writes, overwriting (InnoDB's log)",
                        result.force(ForceWay.FDATASYNC_OVERWRITING, BLOCK_BYTES)
                                .measured()
                                .perSecond(),
                        90.3),
                new ArticleRow(
                        "forced writes, growing file (writetest)",
                        result.force(ForceWay.FDATASYNC_GROWING, BLOCK_BYTES)
                                .measured()
                                .perSecond(),
                        113.4),
                new ArticleRow(
                        "one transaction per force (commit_demo)",
                        result.groups().get(0).transactionsPerSecond(),
                        55.6));
    }

    /** Milliseconds. */
    public double accessMillis() {
        return 1_000 / perSecond;
    }
}
