package org.debitcredit.tpcc.check;

import static org.debitcredit.tpcc.schema.Tables.CUSTOMER;
import static org.debitcredit.tpcc.schema.Tables.DISTRICT;
import static org.debitcredit.tpcc.schema.Tables.HISTORY;
import static org.debitcredit.tpcc.schema.Tables.NEW_ORDER;
import static org.debitcredit.tpcc.schema.Tables.ORDERS;
import static org.debitcredit.tpcc.schema.Tables.ORDER_LINE;
import static org.debitcredit.tpcc.schema.Tables.WAREHOUSE;
import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.max;
import static org.jooq.impl.DSL.min;
import static org.jooq.impl.DSL.select;

import org.debitcredit.tpcc.TpccScale;
import org.jooq.Field;
import org.jooq.Select;
import org.jooq.Table;
import org.jooq.impl.DSL;

/**
 * The twelve conditions, each as a query of its offenders (clause 3.3.2.1 to 3.3.2.12). Where a condition says that two
 * sums are equal, the query adds the terms of both, one side negative, by {@link Sums}.
 */
public enum ConsistencyCondition {
    WAREHOUSE_AND_DISTRICTS("a warehouse's payments are the sum of its districts' payments") {
        @Override
        Select<?> offenders(TpccScale scale) {
            return Sums.by("warehouse")
                    .plus(WAREHOUSE, WAREHOUSE.W_YTD, WAREHOUSE.W_ID)
                    .plus(DISTRICT, DISTRICT.D_YTD.neg(), DISTRICT.D_W_ID)
                    .notEqual(0);
        }
    },

    NEXT_ORDER("a district's next order follows its last order, which is its last new order") {
        @Override
        Select<?> offenders(TpccScale scale) {
            Table<?> orders = select(
                            ORDERS.O_W_ID, ORDERS.O_D_ID, max(ORDERS.O_ID).as("last_order"))
                    .from(ORDERS)
                    .groupBy(ORDERS.O_W_ID, ORDERS.O_D_ID)
                    .asTable("o");
            Table<?> news = select(
                            NEW_ORDER.NO_W_ID,
                            NEW_ORDER.NO_D_ID,
                            max(NEW_ORDER.NO_O_ID).as("last_new"))
                    .from(NEW_ORDER)
                    .groupBy(NEW_ORDER.NO_W_ID, NEW_ORDER.NO_D_ID)
                    .asTable("n");
            Field<Integer> lastOrder = integer("o", "last_order");
            Field<Integer> lastNew = integer("n", "last_new");
            // A district without an open order has no last new order to compare.
            return select(DISTRICT.D_W_ID, DISTRICT.D_ID, DISTRICT.D_NEXT_O_ID, lastOrder, lastNew)
                    .from(DISTRICT)
                    .leftJoin(orders)
                    .on(integer("o", "o_w_id")
                            .eq(DISTRICT.D_W_ID)
                            .and(integer("o", "o_d_id").eq(DISTRICT.D_ID)))
                    .leftJoin(news)
                    .on(integer("n", "no_w_id")
                            .eq(DISTRICT.D_W_ID)
                            .and(integer("n", "no_d_id").eq(DISTRICT.D_ID)))
                    .where(DISTRICT.D_NEXT_O_ID
                            .minus(inline(1))
                            .ne(coalesce(lastOrder, inline(0)))
                            .or(lastNew.ne(lastOrder)));
        }
    },

    NEW_ORDERS_WITHOUT_GAPS("the numbers of a district's new orders have no gap") {
        @Override
        Select<?> offenders(TpccScale scale) {
            return select(NEW_ORDER.NO_W_ID, NEW_ORDER.NO_D_ID, max(NEW_ORDER.NO_O_ID), min(NEW_ORDER.NO_O_ID), count())
                    .from(NEW_ORDER)
                    .groupBy(NEW_ORDER.NO_W_ID, NEW_ORDER.NO_D_ID)
                    .having(max(NEW_ORDER.NO_O_ID)
                            .minus(min(NEW_ORDER.NO_O_ID))
                            .plus(inline(1))
                            .ne(count()));
        }
    },

    LINES_OF_A_DISTRICT("the lines that a district's orders count are its lines") {
        @Override
        Select<?> offenders(TpccScale scale) {
            return Sums.by("warehouse", "district")
                    .plus(ORDERS, ORDERS.O_OL_CNT, ORDERS.O_W_ID, ORDERS.O_D_ID)
                    .plus(ORDER_LINE, inline(-1), ORDER_LINE.OL_W_ID, ORDER_LINE.OL_D_ID)
                    .notEqual(0);
        }
    },

    CARRIER_OR_NEW("an order has a carrier, or it is a new order, and never both") {
        @Override
        Select<?> offenders(TpccScale scale) {
            return select(ORDERS.O_W_ID, ORDERS.O_D_ID, ORDERS.O_ID, ORDERS.O_CARRIER_ID)
                    .from(ORDERS)
                    .leftJoin(NEW_ORDER)
                    .on(NEW_ORDER
                            .NO_W_ID
                            .eq(ORDERS.O_W_ID)
                            .and(NEW_ORDER.NO_D_ID.eq(ORDERS.O_D_ID))
                            .and(NEW_ORDER.NO_O_ID.eq(ORDERS.O_ID)))
                    .where(ORDERS.O_CARRIER_ID
                            .isNull()
                            .and(NEW_ORDER.NO_O_ID.isNull())
                            .or(ORDERS.O_CARRIER_ID.isNotNull().and(NEW_ORDER.NO_O_ID.isNotNull())));
        }
    },

    LINES_OF_AN_ORDER("the lines that an order counts are its lines") {
        @Override
        Select<?> offenders(TpccScale scale) {
            return Sums.by("warehouse", "district", "order_number")
                    .plus(ORDERS, ORDERS.O_OL_CNT, ORDERS.O_W_ID, ORDERS.O_D_ID, ORDERS.O_ID)
                    .plus(ORDER_LINE, inline(-1), ORDER_LINE.OL_W_ID, ORDER_LINE.OL_D_ID, ORDER_LINE.OL_O_ID)
                    .notEqual(0);
        }
    },

    DELIVERED_WITH_CARRIER("a line is delivered when its order has a carrier, and only then") {
        @Override
        Select<?> offenders(TpccScale scale) {
            return select(ORDER_LINE.OL_W_ID, ORDER_LINE.OL_D_ID, ORDER_LINE.OL_O_ID, ORDER_LINE.OL_NUMBER)
                    .from(ORDER_LINE)
                    .leftJoin(ORDERS)
                    .on(ORDERS.O_W_ID
                            .eq(ORDER_LINE.OL_W_ID)
                            .and(ORDERS.O_D_ID.eq(ORDER_LINE.OL_D_ID))
                            .and(ORDERS.O_ID.eq(ORDER_LINE.OL_O_ID)))
                    .where(ORDER_LINE
                            .OL_DELIVERY_D
                            .isNull()
                            .and(ORDERS.O_CARRIER_ID.isNotNull())
                            .or(ORDER_LINE.OL_DELIVERY_D.isNotNull().and(ORDERS.O_CARRIER_ID.isNull())));
        }
    },

    WAREHOUSE_AND_HISTORY("a warehouse's payments are the sum of its history") {
        @Override
        Select<?> offenders(TpccScale scale) {
            return Sums.by("warehouse")
                    .plus(WAREHOUSE, WAREHOUSE.W_YTD, WAREHOUSE.W_ID)
                    .plus(HISTORY, HISTORY.H_AMOUNT.neg(), HISTORY.H_W_ID)
                    .notEqual(0);
        }
    },

    DISTRICT_AND_HISTORY("a district's payments are the sum of its history") {
        @Override
        Select<?> offenders(TpccScale scale) {
            return Sums.by("warehouse", "district")
                    .plus(DISTRICT, DISTRICT.D_YTD, DISTRICT.D_W_ID, DISTRICT.D_ID)
                    .plus(HISTORY, HISTORY.H_AMOUNT.neg(), HISTORY.H_W_ID, HISTORY.H_D_ID)
                    .notEqual(0);
        }
    },

    BALANCE("a customer's balance is what was delivered to the customer less what the customer paid") {
        @Override
        Select<?> offenders(TpccScale scale) {
            return Sums.by("warehouse", "district", "customer")
                    .plus(CUSTOMER, CUSTOMER.C_BALANCE, CUSTOMER.C_W_ID, CUSTOMER.C_D_ID, CUSTOMER.C_ID)
                    .plus(HISTORY, HISTORY.H_AMOUNT, HISTORY.H_C_W_ID, HISTORY.H_C_D_ID, HISTORY.H_C_ID)
                    .plus(delivered(), ORDER_LINE.OL_AMOUNT.neg(), ORDERS.O_W_ID, ORDERS.O_D_ID, ORDERS.O_C_ID)
                    .notEqual(0);
        }
    },

    /** This condition holds only right after a load. */
    DELIVERED_AFTER_LOAD("after a load, 7 of 10 orders of a district are delivered") {
        @Override
        Select<?> offenders(TpccScale scale) {
            return Sums.by("warehouse", "district")
                    .plus(DISTRICT, inline(0), DISTRICT.D_W_ID, DISTRICT.D_ID)
                    .plus(ORDERS, inline(1), ORDERS.O_W_ID, ORDERS.O_D_ID)
                    .plus(NEW_ORDER, inline(-1), NEW_ORDER.NO_W_ID, NEW_ORDER.NO_D_ID)
                    .notEqual(scale.deliveredPerDistrict());
        }
    },

    BALANCE_AND_PAYMENTS("a customer's balance and payments together are what was delivered to the customer") {
        @Override
        Select<?> offenders(TpccScale scale) {
            return Sums.by("warehouse", "district", "customer")
                    .plus(
                            CUSTOMER,
                            CUSTOMER.C_BALANCE.plus(CUSTOMER.C_YTD_PAYMENT),
                            CUSTOMER.C_W_ID,
                            CUSTOMER.C_D_ID,
                            CUSTOMER.C_ID)
                    .plus(delivered(), ORDER_LINE.OL_AMOUNT.neg(), ORDERS.O_W_ID, ORDERS.O_D_ID, ORDERS.O_C_ID)
                    .notEqual(0);
        }
    };

    private final String words;

    ConsistencyCondition(String words) {
        this.words = words;
    }

    /** The number in the specification. */
    public int number() {
        return ordinal() + 1;
    }

    /** What must be true, in words. */
    public String words() {
        return words;
    }

    /** Whether transactions may break the condition, so that it is only checked right after a load. */
    public boolean isForLoadOnly() {
        return this == DELIVERED_AFTER_LOAD;
    }

    /** Finds the rows, or the keys of sums, that break it; none when it holds. */
    abstract Select<?> offenders(TpccScale scale);

    /** Every delivered line with its order. */
    private static Table<?> delivered() {
        return ORDERS.join(ORDER_LINE)
                .on(ORDER_LINE
                        .OL_W_ID
                        .eq(ORDERS.O_W_ID)
                        .and(ORDER_LINE.OL_D_ID.eq(ORDERS.O_D_ID))
                        .and(ORDER_LINE.OL_O_ID.eq(ORDERS.O_ID))
                        .and(ORDER_LINE.OL_DELIVERY_D.isNotNull()));
    }

    private static Field<Integer> integer(String table, String column) {
        return field(DSL.name(table, column), Integer.class);
    }
}
