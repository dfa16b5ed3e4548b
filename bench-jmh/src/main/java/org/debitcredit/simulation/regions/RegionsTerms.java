package org.debitcredit.simulation.regions;

import java.util.random.RandomGenerator;
import org.debitcredit.bank.BankScale;
import org.debitcredit.region.Correspondents;
import org.debitcredit.region.Settlement;

/**
 * Conditions that stay the same through one seed. Everything is so small that windows of keys, marks and limits are
 * used up within some hundred transactions.
 *
 * @param turns before the last fault
 * @param keyWindow of every bank
 * @param isWithoutClients whether all keys have one scope, as in banks without tokens
 * @param callMillisMax after which a call counts as failed
 * @param lostOneIn messages of which one is lost
 * @param twiceOneIn messages of which one is delivered twice
 * @param lateOneIn messages of which one is late by seconds
 * @param cutOneIn turns of which one cuts a link
 * @param killOneIn turns of which one kills a region
 * @param burstOneIn turns of a region of which one has a burst of local transactions
 * @param followOneIn turns of a link of which one reads a portion of a stream
 * @param markOneIn turns of a link of which one keeps a mark
 */
record RegionsTerms(
        int turns,
        int keyWindow,
        boolean isWithoutClients,
        Settlement.Limits limits,
        long callMillisMax,
        int lostOneIn,
        int twiceOneIn,
        int lateOneIn,
        int cutOneIn,
        int killOneIn,
        int burstOneIn,
        int followOneIn,
        int markOneIn) {

    static final int REGIONS = 3;

    /** Longer than a message is under way. */
    private static final long HELD_MILLIS = 5_000;

    static final BankScale SCALE = new BankScale(2, 3, 4);

    static final Correspondents CORRESPONDENTS = new Correspondents(SCALE, REGIONS);

    static RegionsTerms draw(RandomGenerator random) {
        return new RegionsTerms(
                100 + random.nextInt(400),
                8 + random.nextInt(random.nextInt(3) == 0 ? 200 : 40),
                random.nextInt(4) == 0,
                new Settlement.Limits(
                        random.nextInt(3) == 0 ? 1 + random.nextInt(6) : 1_000,
                        random.nextInt(2) == 0 ? 1 + random.nextInt(4) : 50,
                        HELD_MILLIS),
                300 + random.nextInt(1_500),
                random.nextInt(3) == 0 ? 1_000_000 : 8 + random.nextInt(60),
                random.nextInt(3) == 0 ? 1_000_000 : 5 + random.nextInt(60),
                5 + random.nextInt(60),
                random.nextInt(4) == 0 ? 1_000_000 : 30 + random.nextInt(200),
                random.nextInt(4) == 0 ? 1_000_000 : 40 + random.nextInt(200),
                15 + random.nextInt(150),
                1 + random.nextInt(random.nextInt(4) == 0 ? 20 : 4),
                2 + random.nextInt(30));
    }

    /** The scope of the keys of an acquirer at its issuers. */
    long scopeOf(int acquirer) {
        return isWithoutClients ? 0 : 100 + acquirer;
    }

    /** The scope of the keys of a customer. */
    long scopeOfCustomer(int customer) {
        return isWithoutClients ? 0 : 1 + customer;
    }
}
