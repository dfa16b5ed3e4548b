package org.debitcredit.server.region;

import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.debitcredit.follow.CursorRefused;
import org.debitcredit.follow.PostingsFeed;
import org.debitcredit.follow.PostingsReader;
import org.debitcredit.region.Correspondents;
import org.debitcredit.region.Decided;
import org.debitcredit.server.network.LinePerMinute;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.RequestColumns;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that reads this bank's own transactions, and passes those on the due-from account of each region to its
 * settlement.
 */
final class OwnStream implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(OwnStream.class);
    private static final int ROWS_MAX = 8_192;
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long JOIN_MILLIS = 10_000;

    private final PostingsFeed feed;
    private final SteadyClock clock;
    private final LogPosition founding;
    private final Correspondents correspondents;
    private final Trail trail = new Trail();
    private final Thread thread = new Thread(this, "bank-region-own");
    private final LinePerMinute failures = new LinePerMinute(System::nanoTime);

    /** The pairs whose settlements receive this stream. */
    private List<RegionLink> links = List.of();

    private volatile boolean isStopped;

    OwnStream(PostingsFeed feed, UUID bank, Correspondents correspondents, SteadyClock clock) {
        this.feed = feed;
        this.clock = clock;
        this.founding = LogPosition.founding(bank);
        this.correspondents = correspondents;
        thread.setDaemon(true);
    }

    /** The bank whose stream it is. */
    UUID bank() {
        return founding.bank();
    }

    /** The cursors of this stream since the start. */
    Trail trail() {
        return trail;
    }

    /** Begins with the pairs that can be continued. The others are refused, before a request can use them. */
    void begin(Collection<RegionLink> readers) throws IOException {
        for (RegionLink link : readers) {
            PostingsReader reader = opened(link);
            if (reader != null) {
                reader.close();
            }
        }
        links = readers.stream().filter(link -> !link.isRefusedForGood()).toList();
        thread.start();
    }

    void end() throws InterruptedException {
        isStopped = true;
        feed.wake();
        thread.join(JOIN_MILLIS);
    }

    @Override
    public void run() {
        boolean isNeeded = true;
        while (isNeeded && !isStopped) {
            try (PostingsReader reader = open()) {
                isNeeded = reader != null;
                if (reader != null) {
                    follow(reader);
                }
            } catch (OutOfMemoryError e) {
                throw e;
            } catch (IOException | CursorRefused | RuntimeException | Error e) {
                // The thread goes on after any failure, because nothing is settled without it.
                failures.next()
                        .ifPresent(others -> LOG.error(
                                "this bank's own transactions cannot be read for out-of-town transactions", e));
                feed.await(feed.durablePosition(), TimeUnit.SECONDS.toNanos(1));
            }
        }
    }

    /** Opens the stream where the pair that has read least continues; null if all pairs are refused. */
    private @Nullable PostingsReader open() throws IOException {
        while (!links.isEmpty()) {
            RegionLink first = Collections.min(
                    links, Comparator.comparingLong(link -> link.settlement().acquirerPosition()));
            PostingsReader reader = opened(first);
            if (reader != null) {
                return reader;
            }
            links = links.stream().filter(link -> link != first).toList();
        }
        return null;
    }

    /**
     * Opens the stream where a pair continues. If this bank cannot be read from there, the pair is refused, and this
     * returns null.
     */
    private @Nullable PostingsReader opened(RegionLink link) throws IOException {
        try {
            return feed.after(cursor(link));
        } catch (CursorRefused e) {
            link.refuseForGood("this bank cannot be read from where it was settled with it: " + e.getMessage()
                    + ". It is not known what was executed after that point, so nothing is executed "
                    + "or settled with it. Local transactions and other regions go on. See \"Restore a region\" in "
                    + "docs/how-to/run-regions.md");
            return null;
        }
    }

    /** Two marks can be at one position of different histories, so each pair begins with its own. */
    private LogPosition cursor(RegionLink link) {
        long read = link.settlement().acquirerPosition();
        LogPosition mark = link.ownMark();
        LogPosition later = trail.from(read);
        boolean isAtMark = read == (mark == null ? 0 : mark.position());
        return Objects.requireNonNullElse(isAtMark || later == null ? mark : later, founding);
    }

    private void follow(PostingsReader reader) throws IOException, CursorRefused {
        while (!isStopped) {
            long durable = feed.durablePosition();
            PostingsReader.Part part = reader.next(ROWS_MAX);
            if (part == null) {
                feed.await(durable, WAIT_NANOS);
                continue;
            }
            show(part);
            long nowMillis = clock.millis();
            trail.add(reader.cursor(), nowMillis);
            long readMillis = TimeUnit.MICROSECONDS.toMillis(part.batch().timestampMicros());
            for (RegionLink link : links) {
                link.settlement().acquirerReadThrough(reader.cursor().position(), readMillis, nowMillis);
            }
            trail.forgetBefore(links.stream()
                    .mapToLong(RegionLink::ownPositionNeeded)
                    .min()
                    .orElse(0));
        }
    }

    private void show(PostingsReader.Part part) {
        RequestColumns requests = part.batch().requests;
        long now = clock.millis();
        for (int row = part.fromRow(); row < part.toRow(); row++) {
            int region = correspondents.regionOfAccount(requests.account[row]);
            if (region == Correspondents.NONE) {
                continue;
            }
            long position = part.batch().firstPosition() + row;
            for (RegionLink link : links) {
                if (link.number() == region && position > link.settlement().acquirerPosition()) {
                    link.settlement().atAcquirer(Decided.of(part.batch(), row), now);
                }
            }
        }
    }
}
