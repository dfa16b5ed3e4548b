package org.debitcredit.server.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Work for an event loop is done in order, whatever becomes of the work before it. */
class LaneTest {

    private final List<String> done = new ArrayList<>();
    private final ManualLoop loop = new ManualLoop();
    private final Lane lane = new Lane(loop);

    @Test
    void aGroupCostsOneWakeUpAndIsDoneInOrder() {
        for (int i = 0; i < 3; i++) {
            int number = i;
            lane.push(() -> done.add("" + number));
        }
        assertThat(loop.waiting).hasSize(1);
        loop.run();
        assertThat(done).containsExactly("0", "1", "2");
        lane.push(() -> done.add("3"));
        loop.run();
        assertThat(done).endsWith("3");
    }

    @Test
    void anErrorInOneDeliveryLeavesTheOthersTheirs() {
        lane.push(() -> done.add("first"));
        lane.push(() -> {
            throw new LinkageError("planted");
        });
        lane.push(() -> {
            throw new StackOverflowError("planted");
        });
        lane.push(() -> done.add("last"));
        loop.run();
        assertThat(done).containsExactly("first", "last");
    }

    @Test
    void aLoopThatCouldNotBeWokenOnceIsWokenByTheNext() {
        loop.failure = new LinkageError("planted");
        assertThatThrownBy(() -> lane.push(() -> done.add("dropped"))).isInstanceOf(LinkageError.class);
        lane.push(() -> done.add("next"));
        loop.run();
        assertThat(done).containsExactly("next");
    }
}
