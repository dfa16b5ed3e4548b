package org.debitcredit.terminal.nation;

/**
 * What two regions say of the acquirer's transactions on the issuer's accounts, minor units.
 *
 * @param acquirer region of the tills
 * @param issuer region of the accounts
 * @param dueFromMinor balance of the acquirer's account that stands for the issuer
 * @param networkTellerMinor balance of the issuer's teller that stands for the acquirer
 */
record PairBalances(int acquirer, int issuer, long dueFromMinor, long networkTellerMinor) {

    long inTransitMinor() {
        return dueFromMinor - networkTellerMinor;
    }
}
