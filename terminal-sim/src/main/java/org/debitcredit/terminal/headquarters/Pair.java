package org.debitcredit.terminal.headquarters;

/** Two regions in their roles: that of the till, and that of the account. */
record Pair(int acquirer, int issuer) {

    @Override
    public String toString() {
        return acquirer + " \u2192 " + issuer;
    }
}
