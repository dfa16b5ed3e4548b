package org.debitcredit.server.command.client;

/** The service refused an inquiry. */
final class RefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient HttpAnswer answer;

    RefusedException(HttpAnswer answer) {
        super(answer.detail());
        this.answer = answer;
    }

    HttpAnswer answer() {
        return answer;
    }
}
