package org.debitcredit.server.grpc;

import io.grpc.StatusRuntimeException;

/** How a call is ended from outside. */
interface Ending {

    /** Whether the call has ended or a part of its answer was sent. Called on the call's event loop. */
    boolean isAnswered();

    /** Ends the call with a problem, if it has not ended. Called on the call's event loop. */
    void end(StatusRuntimeException problem);

    /** The same on the call's event loop. Called by any thread. */
    void endLater(StatusRuntimeException problem);
}
