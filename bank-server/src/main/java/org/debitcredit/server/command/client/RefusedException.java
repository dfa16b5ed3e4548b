package org.debitcredit.server.command.client;

/** The service refused an inquiry. */
final class RefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Answer answer;

    RefusedException(Answer answer) {
        super(answer.detail());
        this.answer = answer;
    }

    Answer answer() {
        return answer;
    }
}
