package org.debitcredit.terminal.tpcc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.debitcredit.terminal.tpcc.input.Home;
import org.debitcredit.terminal.tpcc.input.TransactionMix;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.TpccScale;
import org.junit.jupiter.api.Test;

class ClosedLoopClientTest {

    private static ClosedLoopSettings settings(int terminals, boolean areHuman) {
        return new ClosedLoopSettings(
                TpccScale.ofWarehouses(1),
                TransactionMix.Kind.CARDS,
                terminals,
                areHuman,
                2,
                Duration.ofMillis(500),
                Duration.ofSeconds(2),
                1);
    }

    @Test
    void terminalsWithoutThinkTimeSendAsSoonAsTheirAnswerHasCome() throws Exception {
        try (FakeServer server = FakeServer.start();
                TpccClient client = new TpccClient(server.address(), null)) {
            server.answerAfterMillis(10);
            ClosedLoopClient loop =
                    new ClosedLoopClient(client, settings(8, false), FakeServer.LOADED_CONSTANT, RunListener.NONE);

            MeasuredWindow measured = loop.run();

            assertThat(measured.traffic().perSecond()).isBetween(200.0, 800.0);
            assertThat(measured.responses().size()).isEqualTo(measured.traffic().due());
            assertThat(loop.thinkTimes()).isEmpty();
        }
    }

    @Test
    void peopleKeyAndThink() throws Exception {
        try (FakeServer server = FakeServer.start();
                TpccClient client = new TpccClient(server.address(), null)) {
            ClosedLoopClient loop =
                    new ClosedLoopClient(client, settings(400, true), FakeServer.LOADED_CONSTANT, RunListener.NONE);

            MeasuredWindow measured = loop.run();

            assertThat(measured.traffic().perSecond()).isLessThan(60);
            assertThat(loop.thinkTimes()).isNotEmpty();
            Set<Home> ofStockLevels = server.received().stream()
                    .filter(TpccRequest.StockLevel.class::isInstance)
                    .map(TpccRequest.StockLevel.class::cast)
                    .map(level -> new Home(level.warehouse(), level.district()))
                    .collect(Collectors.toSet());
            assertThat(ofStockLevels).allMatch(home -> home.warehouse() == 1);
        }
    }
}
