package org.debitcredit.server;

/** The contract for requests that the short way does not take. */
class RestContractLongWayTest extends RestContract {

    RestContractLongWayTest() {
        super(TestServer.sharedChunked());
    }
}
