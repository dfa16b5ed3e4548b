package org.debitcredit.server.region;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.debitcredit.follow.CursorRefused;
import org.debitcredit.follow.PostingsFeed;
import org.debitcredit.follow.PostingsReader;
import org.debitcredit.region.Correspondents;
import org.debitcredit.region.Decided;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.RequestColumns;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thread that reads this bank's own transactions, and shows each settlement those on its account due. */
final class OwnStream implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(OwnStream.class);
    private static final int ROWS_MAX = 8_192;
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long JOIN_MILLIS = 10_000;

    private final PostingsFeed feed;
    private final LogPosition founding;
    private final Correspondents correspondents;
    private final Trail trail = new Trail();
    private final Thread thread = new Thread(this, "bank-region-own");

    private Collection<RegionLink> links = List.of();
    private volatile boolean isStopped;

    OwnStream(PostingsFeed feed, UUID bank, Correspondents correspondents) {
        this.feed = feed;
        this.founding = LogPosition.founding(bank);
        this.correspondents = correspondents;
        thread.setDaemon(true);
    }

    /** The cursors of this stream, one of which is the given one; null for the founding of this bank. */
    Trail trailFrom(@Nullable LogPosition mark) {
        trail.begin(mark == null ? founding : mark);
        return trail;
    }

    void begin(Collection<RegionLink> readers) {
        links = readers;
        thread.start();
    }

    void end() throws InterruptedException {
        isStopped = true;
        feed.wake();
        thread.join(JOIN_MILLIS);
    }

    @Override
    public void run() {
        while (!isStopped) {
            try (PostingsReader reader = open()) {
                follow(reader);
            } catch (OutOfMemoryError e) {
                throw e;
            } catch (IOException | CursorRefused | RuntimeException | Error e) {
                // The thread goes on after any failure, because nothing is settled without it.
                LOG.error("this bank's own transactions cannot be read for out-of-town transactions", e);
                feed.await(feed.durablePosition(), TimeUnit.SECONDS.toNanos(1));
            }
        }
    }

    /** From where the settlement that has read least goes on: that of a region without a mark is at the beginning. */
    private PostingsReader open() throws IOException, CursorRefused {
        long read = links.stream()
                .mapToLong(link -> link.settlement().acquirerPosition())
                .min()
                .orElse(0);
        LogPosition after = trail.from(read);
        return feed.after(after == null ? founding : after);
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
            trail.add(reader.cursor(), System.currentTimeMillis());
            long readMillis = TimeUnit.MICROSECONDS.toMillis(part.batch().timestampMicros());
            for (RegionLink link : links) {
                link.settlement().acquirerReadThrough(reader.cursor().position(), readMillis);
            }
            trail.forgetBefore(links.stream()
                    .mapToLong(RegionLink::ownPositionNeeded)
                    .min()
                    .orElse(0));
        }
    }

    private void show(PostingsReader.Part part) {
        RequestColumns requests = part.batch().requests;
        long now = System.currentTimeMillis();
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
