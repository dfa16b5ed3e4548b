package org.debitcredit.simulation.regions;

/** A situation that can occur in a history of regions. The share of seeds in which it occurred shows the coverage. */
public enum RegionsMode {
    KILL("a region killed"),
    POWER_CUT("the power of a region cut"),
    KILL_BETWEEN_HALVES("a region killed between the two halves of a transaction"),
    LINK_CUT("a link cut, in one direction or both"),
    AWAY_TWO_WINDOWS("a link cut while its region forgot all keys that it knew, twice"),
    INTAKE_FULL("a region whose own bank did not take a call, because its intake was full"),
    IN_TRANSIT("a customer told that a transaction is in transit"),
    AWAY("a customer told that a region is away"),
    FULL("a customer told that too many are in transit or in progress"),
    KEY_EXPIRED("a customer told that a key has expired"),
    EXPIRED_AT_ISSUER("an issuer that answered key-expired"),
    KEY_REUSED("a key reused with other content"),
    REVERSAL("a reversal"),
    REVERSAL_PERFORMED("a reversal of a part"),
    REVERSAL_RACING("a reversal sent while its original was in progress, or only one half of it was posted"),
    TAKEN_BACK_AT_ACQUIRER("a half taken back at the acquirer, because the issuer had refused its own"),
    TAKEN_BACK_AT_ISSUER("a half taken back at the issuer without a customer's reversal"),
    MARK_LOST("a mark lost in a kill"),
    MARK_OLDER("an older mark found after a kill"),
    DAY_CUT("a day cut with money in transit"),
    LIVENESS("every pair of regions served after the last fault");

    private final String text;

    RegionsMode(String text) {
        this.text = text;
    }

    /** The mode in words. */
    public String text() {
        return text;
    }
}
