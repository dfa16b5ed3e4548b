package org.debitcredit.bank;

import java.util.Currency;
import java.util.UUID;

/**
 * Which bank this is. Written once when the bank is founded, and carried by everything that holds its money: journal,
 * database, snapshot. Two of them that differ never meet.
 *
 * @param id random, made when the bank was founded
 * @param scale its size; fixed for its life
 * @param currency ISO 4217; every amount is in its minor units
 */
public record BankIdentity(UUID id, BankScale scale, Currency currency) {

    @Override
    public String toString() {
        return "bank " + id + " of " + scale + " in " + currency;
    }
}
