package org.debitcredit.ledger.sql;

import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.sum;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jooq.Field;

/**
 * The sum of a column of 64-bit numbers, which may need more than 64 bits. Not every database has such long numbers, so
 * it consists of two sums, of the upper and the lower halves.
 */
record ExactSum(Field<BigDecimal> upper, Field<BigDecimal> lower) {

    private static final long HALF = 1L << 32;

    /** Over the rows of a query, or of each of its groups; 0 where there are none. */
    static ExactSum of(Field<Long> column) {
        Field<Long> rest = column.mod(inline(HALF));
        return new ExactSum(zeroIfNone(sum(column.minus(rest).div(inline(HALF)))), zeroIfNone(sum(rest)));
    }

    /** The same under names, for a table of sums. */
    ExactSum as(String name) {
        return new ExactSum(upper.as(name + "_upper"), lower.as(name + "_lower"));
    }

    private static Field<BigDecimal> zeroIfNone(Field<BigDecimal> sum) {
        return coalesce(sum, inline(BigDecimal.ZERO));
    }

    /** Combines the two sums. */
    static BigInteger value(BigDecimal upper, BigDecimal lower) {
        return upper.multiply(BigDecimal.valueOf(HALF)).add(lower).toBigIntegerExact();
    }
}
