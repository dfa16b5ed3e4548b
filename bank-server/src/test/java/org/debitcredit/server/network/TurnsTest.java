package org.debitcredit.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TurnsTest {

    private static final int CONNECTIONS = 11;

    /** Each connection requests another turn during its own. None has a second turn before all have had one. */
    @Test
    void soManyGoOnAtATimeInTheirOrder() {
        EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
        channel.freezeTime();
        ChannelHandlerContext ctx = channel.pipeline().firstContext();
        Turns turns = new Turns();
        List<Integer> taken = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            go(turns, ctx, i, taken);
        }
        assertThat(taken).isEmpty();
        for (int looks = 1; looks <= 20; looks++) {
            channel.advanceTimeBy(1, TimeUnit.NANOSECONDS);
            channel.runPendingTasks();
            assertThat(taken).hasSize(looks * Turns.TURNS_MAX);
        }
        for (int i = 0; i < taken.size(); i++) {
            assertThat(taken.get(i)).isEqualTo(i % CONNECTIONS);
        }
    }

    private static void go(Turns turns, ChannelHandlerContext ctx, int connection, List<Integer> taken) {
        turns.next(ctx, () -> {
            taken.add(connection);
            go(turns, ctx, connection, taken);
        });
    }
}
