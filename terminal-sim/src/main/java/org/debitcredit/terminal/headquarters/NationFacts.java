package org.debitcredit.terminal.headquarters;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Currency;
import java.util.Locale;
import org.debitcredit.bank.BankScale;

/** What all regions have in common. */
record NationFacts(BankScale scale, Currency currency) {

    /** An amount in the currency, for people. */
    String amount(BigInteger minor) {
        int digits = Math.max(0, currency.getDefaultFractionDigits());
        return String.format(Locale.ROOT, "%,." + digits + "f", new BigDecimal(minor, digits));
    }

    /** An amount in units of the currency, for a chart. */
    double units(BigInteger minor) {
        return new BigDecimal(minor, Math.max(0, currency.getDefaultFractionDigits())).doubleValue();
    }
}
