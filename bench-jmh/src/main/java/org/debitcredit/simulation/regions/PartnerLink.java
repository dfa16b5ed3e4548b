package org.debitcredit.simulation.regions;

import java.util.List;
import org.debitcredit.region.Clearing;
import org.debitcredit.region.Decided;
import org.debitcredit.region.Settlement;
import org.debitcredit.region.SettlementCut;
import org.debitcredit.simulation.Violation;
import org.debitcredit.transaction.TransactionKey;

/** One other region, as far as a running region is the acquirer: it follows both streams, settles and keeps marks. */
final class PartnerLink {

    private static final int ROWS_MAX = 24;
    private static final int STEPS_MAX = 20;

    private final RegionsWorld world;
    private final Region own;
    private final Region partner;
    private final List<SimulatedMark> marks;
    private final RemoteCalls calls;
    private final Settlement settlement;
    private final Clearing clearing;
    private final StreamReader ownStream;
    private final StreamReader stream;

    /** @param marks kept on the disk, the latest last; this process adds its own */
    PartnerLink(RegionsWorld world, Region own, Region partner, SimulatedMark from, List<SimulatedMark> marks) {
        this.world = world;
        this.own = own;
        this.partner = partner;
        this.marks = marks;
        calls = new RemoteCalls(world, own.number(), partner.number());
        settlement = new Settlement(own.number(), partner.number(), world.terms.limits(), from.cut());
        clearing = new Clearing(
                settlement,
                RegionsTerms.CORRESPONDENTS,
                RegionsTerms.CORRESPONDENTS,
                world.seams.own(new OwnCalls(world, own), own.number()),
                world.seams.remote(calls, partner::latestPosition, world.random),
                own::wallMillis);
        ownStream = new StreamReader(from.acquirer(), portion -> false);
        stream = new StreamReader(from.issuer(), portion -> world.seams.losesPortion(portion == 0));
    }

    Settlement settlement() {
        return settlement;
    }

    Clearing clearing() {
        return clearing;
    }

    void turn() {
        calls.turn();
        int followOneIn = world.isSound() ? 1 : world.terms.followOneIn();
        if (world.oneIn(followOneIn)) {
            readOwn();
        }
        if (world.oneIn(followOneIn)) {
            read();
        }
        if (world.oneIn(3)) {
            clearing.settle(1 + world.random.nextInt(STEPS_MAX), (step, reason) -> {
                throw new Violation(step.kind() + " was refused as " + reason.id() + ": " + step.transaction());
            });
        }
        if (world.oneIn(world.terms.markOneIn())) {
            mark();
        }
    }

    private void readOwn() {
        long now = own.wallMillis();
        for (int portions = portions();
                portions > 0
                        && ownStream.read(own, rowsMax(), row -> {
                            if (row.account() == RegionsTerms.CORRESPONDENTS.dueFrom(partner.number())) {
                                settlement.atAcquirer(row, now);
                            }
                        });
                portions--) {
            settlement.acquirerReadThrough(ownStream.position(), ownStream.timeMillis(), now);
        }
    }

    private void read() {
        if (!partner.isRunning() || !world.network.isConnected(own.number(), partner.number())) {
            stream.disconnect();
            return;
        }
        long now = own.wallMillis();
        for (int portions = portions();
                portions > 0
                        && stream.read(partner, rowsMax(), row -> {
                            if (row.teller() == RegionsTerms.CORRESPONDENTS.networkTeller(own.number())) {
                                settlement.atIssuer(withoutClient(row), now);
                            }
                        });
                portions--) {
            settlement.issuerReadThrough(stream.position(), stream.timeMillis(), now);
        }
    }

    /** A transaction as another region sees it: without its client. */
    private static Decided withoutClient(Decided row) {
        return new Decided(
                row.position(),
                row.type(),
                row.isCommitted(),
                row.teller(),
                row.account(),
                row.amountMinor(),
                TransactionKey.of(0, row.key().uuid()),
                row.reference(),
                row.original());
    }

    private int portions() {
        return world.isSound() ? 100 : 1 + world.random.nextInt(4);
    }

    private int rowsMax() {
        return 1 + world.random.nextInt(ROWS_MAX);
    }

    private void mark() {
        SettlementCut cut = world.seams.mark(settlement, ownStream::floor, stream::floor);
        SimulatedMark mark = new SimulatedMark(
                ownStream.at(cut.acquirerPosition()),
                stream.at(cut.issuerPosition()),
                cut.forgottenMillis(),
                cut.divided());
        if (marks.isEmpty() || !marks.get(marks.size() - 1).equals(mark)) {
            world.trace.add(
                    "mark of " + own.number(),
                    "with " + partner.number(),
                    cut.acquirerPosition(),
                    cut.issuerPosition());
            marks.add(mark);
        }
    }

    /** Whether everything is read and settled, and no call waits for its answer. */
    boolean isQuiet() {
        return calls.isQuiet()
                && settlement.unsettled() == 0
                && settlement.acquirerPosition() == own.latestPosition()
                && settlement.issuerPosition() == partner.latestPosition();
    }

    void died() {
        calls.died();
    }
}
