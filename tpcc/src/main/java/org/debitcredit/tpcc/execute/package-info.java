/**
 * The five transactions on one connection (clause 2.4 to 2.8). Their statements are rendered, nearly all by jOOQ, and
 * prepared once in each session: most when it begins, some when they are first used. They are held until the session is
 * closed.
 *
 * <pre>
 *   TpccSession ──▶ NewOrderProfile, PaymentProfile, OrderStatusProfile, DeliveryProfile, StockLevelProfile
 *                                    └──▶ PreparedStatements ──▶ Prepared
 * </pre>
 */
@NullMarked
package org.debitcredit.tpcc.execute;

import org.jspecify.annotations.NullMarked;
