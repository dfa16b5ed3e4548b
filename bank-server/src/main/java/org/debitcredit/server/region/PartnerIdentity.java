package org.debitcredit.server.region;

import java.util.Currency;
import java.util.UUID;
import org.debitcredit.bank.BankScale;
import org.debitcredit.client.BankHeaders;
import org.debitcredit.client.ServedBank;
import org.debitcredit.region.Correspondents;
import org.debitcredit.transaction.LogPosition;
import org.jspecify.annotations.Nullable;

/**
 * Which bank another region is. It is the one that answered first, for as long as the pair has a mark. {@link #wrong}
 * is called by one thread, {@link #bank} by any.
 */
final class PartnerIdentity {

    private final int number;
    private final BankScale scale;
    private final Currency currency;
    private final Correspondents correspondents;
    private final BankHeaders headers;
    private volatile @Nullable UUID bank;

    /**
     * @param headers of the calls to the region; they name its bank as soon as that is known
     * @param from the mark of the pair
     */
    PartnerIdentity(
            int number,
            BankScale scale,
            Currency currency,
            Correspondents correspondents,
            BankHeaders headers,
            Mark from) {
        this.number = number;
        this.scale = scale;
        this.currency = currency;
        this.correspondents = correspondents;
        this.headers = headers;
        LogPosition issuer = from.issuer();
        if (issuer != null) {
            know(issuer.bank());
        }
    }

    private void know(UUID id) {
        headers.callsAreFor(id);
        bank = id;
    }

    /** The bank that the region is; null while it has never answered. */
    @Nullable
    UUID bank() {
        return bank;
    }

    /** Why the bank at the region's address is not the one that it must be; null if it is. */
    @Nullable
    String wrong(ServedBank answered) {
        Integer says = answered.region();
        if (says == null || says != number) {
            return "the service at its address is " + (says == null ? "no region" : "region " + says)
                    + "; correct bank.region.partners";
        }
        Integer count = answered.regions();
        if (count == null || count != correspondents.regions()) {
            return "its bank.region.count is " + count + " and that of this region " + correspondents.regions()
                    + "; all regions need the same";
        }
        if (!answered.scale().equals(scale)) {
            return "it has " + answered.scale() + " and this region has " + scale + "; all regions need the same scale";
        }
        if (!answered.currency().equals(currency)) {
            return "it has amounts in " + answered.currency() + " and this region in " + currency
                    + "; all regions need the same currency";
        }
        UUID known = bank;
        if (known == null) {
            know(answered.id());
            return null;
        }
        return answered.id().equals(known)
                ? null
                : "it is bank " + answered.id() + " now, and was bank " + known + " before, so it was "
                        + "founded anew. What is in transit to it is not known; compare the books of both regions";
    }
}
