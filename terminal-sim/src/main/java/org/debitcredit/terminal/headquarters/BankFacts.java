package org.debitcredit.terminal.headquarters;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.Locale;
import org.debitcredit.bank.BankScale;

/** What all regions have in common. */
record BankFacts(BankScale scale, Currency currency) {

    /** An amount in the currency, for people. */
    String amount(long minor) {
        int digits = Math.max(0, currency.getDefaultFractionDigits());
        return String.format(Locale.ROOT, "%,." + digits + "f", BigDecimal.valueOf(minor, digits));
    }

    /** An amount in units of the currency, for a chart. */
    double units(long minor) {
        return BigDecimal.valueOf(minor, Math.max(0, currency.getDefaultFractionDigits()))
                .doubleValue();
    }
}
