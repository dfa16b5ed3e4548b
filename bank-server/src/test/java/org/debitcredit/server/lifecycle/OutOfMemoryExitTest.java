package org.debitcredit.server.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.debitcredit.event.BankEvent;
import org.junit.jupiter.api.Test;

class OutOfMemoryExitTest {

    private static final Throwable WRAPPED = new CompletionException(new IOException(new OutOfMemoryError("planted")));

    private final List<Integer> exits = new ArrayList<>();
    private final OutOfMemoryExit exit = new OutOfMemoryExit(exits::add);

    @Test
    void outOfMemoryInAnyThreadOfTheBankEndsTheProcess() {
        exit.accept(new BankEvent.WriterStopped().by(new OutOfMemoryError("planted")));
        exit.accept(new BankEvent.SnapshotFailed().by(WRAPPED));
        exit.accept(new BankEvent.ProjectionStopped().by(WRAPPED));
        exit.accept(new BankEvent.CallbackFailed().by(WRAPPED));
        exit.uncaughtException(Thread.currentThread(), new OutOfMemoryError("planted"));
        assertThat(exits).containsExactly(3, 3, 3, 3, 3);
    }

    @Test
    void anythingElseIsTheBanksBusiness() {
        exit.accept(new BankEvent.WriterStopped().by(new IOException("no space")));
        exit.uncaughtException(Thread.currentThread(), new StackOverflowError("planted"));
        assertThat(exits).isEmpty();
    }
}
