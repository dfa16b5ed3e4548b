package org.debitcredit.tpcc.wire;

import org.debitcredit.tpcc.TpccRequest;

/** What a message asks for, or why it asks for nothing that the specification allows. */
public sealed interface ReceivedRequest {

    /** A request within the specification's ranges. Whether its rows are loaded is not checked here. */
    record Accepted(TpccRequest request) implements ReceivedRequest {}

    /**
     * A malformed request: {@code INVALID_ARGUMENT}.
     *
     * @param reason a sentence with the name of the field, its value and what would be right
     */
    record Refused(String reason) implements ReceivedRequest {}
}
