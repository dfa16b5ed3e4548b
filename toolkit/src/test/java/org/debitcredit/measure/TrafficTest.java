package org.debitcredit.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrafficTest {

    private static final long FROM = -5_000_000_000L;

    private static long at(double seconds) {
        return FROM + (long) (seconds * 1e9);
    }

    @Test
    void requestsBelongToTheSecondThatTheyWereMeantFor() {
        TrafficCounter counter = new TrafficCounter(FROM, 3);
        counter.due(at(-0.001));
        counter.due(at(0));
        counter.due(at(2.999));
        counter.due(at(3));
        counter.answered(at(0.5));
        counter.answered(at(0.6));
        counter.answered(at(3.5));
        counter.failed(at(2.999));
        counter.failed(at(3));
        Traffic traffic = counter.traffic();
        assertThat(traffic.dueBySecond()).containsExactly(1, 0, 1);
        assertThat(traffic.answersBySecond()).containsExactly(2, 0, 0);
        assertThat(traffic.due()).isEqualTo(2);
        assertThat(traffic.answers()).isEqualTo(2);
        assertThat(traffic.failed()).isEqualTo(1);
        assertThat(traffic.perSecond()).isCloseTo(2 / 3.0, within(1e-9));
        assertThat(counter.measures(at(1))).isTrue();
        assertThat(counter.measures(at(3))).isFalse();
    }

    @Test
    void stolenTimeIsAPartOfAllTime() {
        ProcessorTimes before = ProcessorTimes.parse("cpu  100 0 50 800 10 0 5 35 20 0");
        ProcessorTimes after = ProcessorTimes.parse("cpu  150 0 60 830 10 0 5 45 30 0");
        assertThat(before).isEqualTo(new ProcessorTimes(1_000, 35));
        assertThat(after.stolenShareSince(before)).isCloseTo(0.1, within(1e-9));
        assertThat(after.stolenShareSince(after)).isZero();
        assertThatThrownBy(() -> ProcessorTimes.parse("cpu0 1 2 3 4 5 6 7 8"))
                .hasMessage("\"cpu0 1 2 3 4 5 6 7 8\" is not the first line of /proc/stat");
    }

    @Test
    void theTimesOfThisMachineAreRead(@TempDir Path temp) throws IOException {
        assertThat(ProcessorTimes.read().isPresent()).isEqualTo(Files.isReadable(Path.of("/proc/stat")));
        ProcessorTimes.read().ifPresent(times -> assertThat(times.total()).isPositive());
        assertThat(ProcessorTimes.read(temp.resolve("stat"))).isEmpty();
        Path stat = Files.writeString(temp.resolve("stat"), "cpu  100 0 50 800 10 0 5 35 20 0\ncpu0 1 2\n");
        assertThat(ProcessorTimes.read(stat)).contains(new ProcessorTimes(1_000, 35));
    }

    @Test
    void noThreadsCountIsLost() throws InterruptedException {
        TrafficCounter counter = new TrafficCounter(FROM, 2);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        for (int thread = 0; thread < 4; thread++) {
            threads.execute(() -> {
                for (int i = 0; i < 100_000; i++) {
                    counter.due(at(i % 2));
                    counter.answered(at(1 - i % 2));
                }
            });
        }
        threads.shutdown();
        assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        assertThat(counter.traffic().dueBySecond()).containsExactly(200_000, 200_000);
        assertThat(counter.traffic().answersBySecond()).containsExactly(200_000, 200_000);
    }

    @Test
    void aSilenceInWhichFewerAndFewerRequestsAreDueIsOne() {
        long[] due = {13, 13, 6, 1, 0, 0, 0, 13, 13};
        long[] answers = {13, 0, 0, 0, 0, 0, 0, 33, 13};
        assertThat(new Traffic(due, answers, 0).silences()).containsExactly(new Traffic.Silence(1, 7, 20));
    }

    @Test
    void secondsInWhichHardlyARequestWasDueMayBeWithoutAnAnswer() {
        long[] due = {13, 10, 9, 13, 19};
        long[] answers = {13, 0, 0, 32, 0};
        assertThat(new Traffic(due, answers, 0).silences()).isEmpty();
    }

    @Test
    void aRequestIsLateInTheSecondInWhichItWasDue() {
        TrafficCounter counter = new TrafficCounter(FROM, 2);
        counter.due(at(0.5), at(0.5));
        counter.due(at(0.6), at(0.64));
        counter.due(at(0.9), at(1.2));
        counter.due(at(1.5), at(3));
        assertThat(counter.traffic().dueBySecond()).containsExactly(3, 1);
        assertThat(counter.traffic().lateBySecond()).containsExactly(1, 1);
    }

    @Test
    void aSilenceIsOfThoseWhoAskIfTheyWereLateThemselves() {
        long[] due = {50, 50, 50, 50};
        long[] answers = {50, 0, 0, 150};
        Traffic paused = new Traffic(due, answers, 0, new long[] {0, 50, 48, 0});
        assertThat(paused.isOfClients(paused.silences().get(0))).isTrue();
        Traffic both = new Traffic(due, answers, 0, new long[] {0, 50, 2, 0});
        assertThat(both.isOfClients(both.silences().get(0))).isFalse();
        Traffic stalled = new Traffic(due, answers, 0);
        assertThat(stalled.isOfClients(stalled.silences().get(0))).isFalse();
    }

    @Test
    void aServiceThatIsGoneAtTheEndIsSilent() {
        long[] due = {50, 50};
        long[] answers = {50, 0};
        assertThat(new Traffic(due, answers, 0).silences()).containsExactly(new Traffic.Silence(1, 2, 50));
    }
}
