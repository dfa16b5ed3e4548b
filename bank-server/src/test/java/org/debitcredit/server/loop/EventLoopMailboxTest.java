package org.debitcredit.server.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Work for an event loop is done in order, whatever becomes of the work before it. */
class EventLoopMailboxTest {

    private final List<String> done = new ArrayList<>();
    private final ManualLoop loop = new ManualLoop();
    private final EventLoopMailbox mailbox = new EventLoopMailbox(loop);

    @Test
    void aGroupCostsOneWakeUpAndIsDoneInOrder() {
        for (int i = 0; i < 3; i++) {
            int number = i;
            mailbox.push(() -> done.add("" + number));
        }
        assertThat(loop.waiting).hasSize(1);
        loop.run();
        assertThat(done).containsExactly("0", "1", "2");
        mailbox.push(() -> done.add("3"));
        loop.run();
        assertThat(done).endsWith("3");
    }

    @Test
    void anErrorInOneDeliveryLeavesTheOthersTheirs() {
        mailbox.push(() -> done.add("first"));
        mailbox.push(() -> {
            throw new LinkageError("planted");
        });
        mailbox.push(() -> {
            throw new StackOverflowError("planted");
        });
        mailbox.push(() -> done.add("last"));
        loop.run();
        assertThat(done).containsExactly("first", "last");
    }

    @Test
    void aLoopThatCouldNotBeWokenOnceIsWokenByTheNext() {
        loop.failure = new LinkageError("planted");
        assertThatThrownBy(() -> mailbox.push(() -> done.add("dropped"))).isInstanceOf(LinkageError.class);
        mailbox.push(() -> done.add("next"));
        loop.run();
        assertThat(done).containsExactly("next");
    }
}
