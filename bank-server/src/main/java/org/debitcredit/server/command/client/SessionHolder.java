package org.debitcredit.server.command.client;

/** The parent command of the client's commands. */
interface SessionHolder {

    /**
     * The session, which begins with the first call.
     *
     * @throws IllegalArgumentException if the options of the session are wrong
     */
    Session session();
}
