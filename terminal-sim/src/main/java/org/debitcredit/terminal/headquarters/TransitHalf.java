package org.debitcredit.terminal.headquarters;

import java.math.BigInteger;
import java.util.UUID;

/**
 * One half of an out-of-town transaction, by what both halves show.
 *
 * @param key of the customer's request; the other half has the same pair, key and till
 * @param till teller of the acquirer
 * @param inTransitMinor what it adds to what is in transit from acquirer to issuer, minor units: the acquirer's half
 *     what it posted, the issuer's half the opposite
 */
record TransitHalf(Pair pair, UUID key, long till, BigInteger inTransitMinor) {}
