package org.debitcredit.server.command;

import java.util.concurrent.Callable;
import org.debitcredit.server.command.client.NewKey;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Prints new keys for money transactions, and nothing else. */
@Command(
        name = "key",
        description =
                "Print a new key for a money transaction, a UUIDv7 of the current time. Send it as Idempotency-Key.",
        mixinStandardHelpOptions = true)
public final class KeyCommand implements Callable<Integer> {

    @Option(names = "--count", paramLabel = "N", description = "Number of keys, printed one per line (default: 1).")
    private int count = 1;

    @Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    @Override
    public Integer call() {
        if (count < 1 && spec != null) {
            throw new ParameterException(spec.commandLine(), "--count is " + count + "; it must be at least 1");
        }
        for (int key = 0; key < count; key++) {
            System.out.println(NewKey.now());
        }
        return CommandLine.ExitCode.OK;
    }
}
