package org.debitcredit.server;

/** The contract on the short way, past the web framework. */
class RestContractTest extends RestContract {

    RestContractTest() {
        super(TestServer.shared());
    }
}
