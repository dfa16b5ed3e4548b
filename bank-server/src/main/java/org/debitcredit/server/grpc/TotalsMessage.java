package org.debitcredit.server.grpc;

import org.debitcredit.engine.Inquiry;
import org.debitcredit.ledger.Totals;
import org.debitcredit.wire.v1.GetTotalsResponse;

/** Converts the four sums into their gRPC message. */
final class TotalsMessage {

    private TotalsMessage() {}

    static GetTotalsResponse of(Inquiry.Sums sums) {
        Totals totals = sums.totals();
        return GetTotalsResponse.newBuilder()
                .setPosition(sums.position())
                .setAccounts(totals.accounts().longValueExact())
                .setTellers(totals.tellers().longValueExact())
                .setBranches(totals.branches().longValueExact())
                .setHistory(totals.history().longValueExact())
                .setHistoryRows(totals.historyRows())
                .setHolds(totals.hold())
                .build();
    }
}
