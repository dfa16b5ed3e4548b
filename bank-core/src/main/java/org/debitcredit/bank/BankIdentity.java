package org.debitcredit.bank;

import java.util.Currency;
import java.util.UUID;

/**
 * The identity of a bank. It is written once, when the bank is founded, and stored in everything that holds the bank's
 * money: journal, database and snapshot. Files with different identities are never used together.
 *
 * @param id random, made when the bank was founded
 * @param scale its size, which never changes
 * @param currency ISO 4217; every amount is in its minor units
 */
public record BankIdentity(UUID id, BankScale scale, Currency currency) {

    @Override
    public String toString() {
        return "bank " + id + " of " + scale + " in " + currency;
    }
}
