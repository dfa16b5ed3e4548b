package org.debitcredit.server.command.client;

/** What the commands of the client are subcommands of. */
interface SessionHolder {

    /**
     * The session, which begins with the first call.
     *
     * @throws IllegalArgumentException if its options are wrong
     */
    Session session();
}
