package org.debitcredit.server.command.client;

import java.math.BigDecimal;
import java.util.regex.Pattern;

/**
 * How people write amounts of the bank's currency.
 *
 * @param currency ISO 4217 code
 * @param fractionDigits decimals of the currency
 */
record AmountFormat(String currency, int fractionDigits) {

    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d{1,19}(\\.\\d{1,19})?");

    /**
     * Minor units of a written amount.
     *
     * @param option name of the option that gives the amount, for the message
     * @throws IllegalArgumentException if the text is not an amount of this currency
     */
    long minor(String option, String amount) {
        if (!NUMBER.matcher(amount).matches()) {
            throw new IllegalArgumentException(option + " is '" + amount + "'; it must be a number such as "
                    + text(1250, false) + ", without separators of thousands");
        }
        try {
            return new BigDecimal(amount).movePointRight(fractionDigits).longValueExact();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    option + " is " + amount + "; " + currency + " has " + fractionDigits
                            + " decimals, and the largest amount is " + text(Long.MAX_VALUE, false),
                    e);
        }
    }

    /** An amount with its currency. */
    String text(long minor) {
        return text(minor, true);
    }

    /** An amount for a table. */
    String number(long minor) {
        return text(minor, false);
    }

    private String text(long minor, boolean withCurrency) {
        String number = BigDecimal.valueOf(minor, fractionDigits).toPlainString();
        return withCurrency ? number + " " + currency : number;
    }
}
