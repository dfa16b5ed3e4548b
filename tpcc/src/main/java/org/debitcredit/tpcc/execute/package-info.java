/**
 * The five transactions on one connection (clause 2.4 to 2.8). Their statements are rendered by jOOQ once, prepared on
 * first use, and held as long as the connection.
 *
 * <pre>
 *   TpccSession ──▶ NewOrderProfile, PaymentProfile, OrderStatusProfile, DeliveryProfile, StockLevelProfile
 *                                    └──▶ Statements ──▶ Prepared
 * </pre>
 */
@NullMarked
package org.debitcredit.tpcc.execute;

import org.jspecify.annotations.NullMarked;
