package org.debitcredit.server.command.client;

import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The commands that send a money transaction, one for each type. */
final class MoneyCommands {

    private MoneyCommands() {}

    @Command(name = "deposit", description = "Deposit an amount in an account.")
    static final class Deposit extends SessionCommand {
        @Mixin
        private PostingOptions posting = new PostingOptions();

        @Mixin
        private KeyOption key = new KeyOption();

        @Override
        boolean run(Session session) throws IOException, InterruptedException, RefusedException {
            return session.execute(key, posting.body("deposit", session.amounts(key)));
        }
    }

    @Command(
            name = "withdraw",
            description = "Withdraw an amount from an account. It is refused when funds are insufficient.")
    static final class Withdraw extends SessionCommand {
        @Mixin
        private PostingOptions posting = new PostingOptions();

        @Mixin
        private KeyOption key = new KeyOption();

        @Override
        boolean run(Session session) throws IOException, InterruptedException, RefusedException {
            return session.execute(key, posting.body("withdrawal", session.amounts(key)));
        }
    }

    @Command(
            name = "debit-credit",
            description = "Post a signed amount to an account: negative to debit it. Funds are not checked.")
    static final class DebitCredit extends SessionCommand {
        @Mixin
        private PostingOptions posting = new PostingOptions();

        @Mixin
        private KeyOption key = new KeyOption();

        @Override
        boolean run(Session session) throws IOException, InterruptedException, RefusedException {
            return session.execute(key, posting.body("debit-credit", session.amounts(key)));
        }
    }

    @Command(
            name = "transfer",
            description = "Transfer an amount from one account to another. It is refused when funds are insufficient.")
    static final class Transfer extends SessionCommand {
        @Mixin
        private PostingOptions posting = new PostingOptions();

        @Option(
                names = "--target",
                paramLabel = "ID",
                required = true,
                description = "The account that receives the amount.")
        private long target;

        @Mixin
        private KeyOption key = new KeyOption();

        @Override
        boolean run(Session session) throws IOException, InterruptedException, RefusedException {
            return session.execute(
                    key, posting.body("transfer", session.amounts(key)).put("target", target));
        }
    }
}
