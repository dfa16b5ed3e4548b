/**
 * The client: commands that use a running service over HTTP, given on the command line, in a script or at a prompt. A
 * {@code Session} is what all of them share: the service, the currency, and what was sent.
 *
 * <pre>
 *   ClientCommand ──▶ Script ─┐
 *        │      └───▶ Shell  ─┼─▶ Lines ─▶ MoneyCommands, ReverseCommand, ──▶ Session ─▶ KeyedSender ─▶ RunningServer
 *        └────────────────────┴──────────▶ BalanceCommand, StatementCommand
 * </pre>
 */
@NullMarked
package org.debitcredit.server.command.client;

import org.jspecify.annotations.NullMarked;
