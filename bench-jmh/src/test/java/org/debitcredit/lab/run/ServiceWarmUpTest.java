package org.debitcredit.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.lab.MemoryUse;
import org.debitcredit.lab.Resource;
import org.debitcredit.lab.ResourceUse;
import org.debitcredit.lab.StepCounters;
import org.junit.jupiter.api.Test;

class ServiceWarmUpTest {

    private static final int TURNS_MAX = 6;

    private static StepCounters step(long transactions, double processorSeconds) {
        return step(transactions, processorSeconds, 0);
    }

    private static StepCounters step(long transactions, double processorSeconds, double compilerSeconds) {
        return new StepCounters(
                "warming up",
                1,
                transactions,
                0.001,
                1,
                0,
                1,
                0,
                Map.of(Resource.PROCESSORS, ResourceUse.of(2, processorSeconds)),
                MemoryUse.NONE,
                Set.of(),
                Optional.empty(),
                false,
                compilerSeconds);
    }

    private static int turns(StepCounters... steps) throws IOException {
        Iterator<StepCounters> left = List.of(steps).iterator();
        return new ServiceWarmUp(TURNS_MAX).run(Starts.poor(), setting -> left.next());
    }

    @Test
    void it_goes_on_while_a_transaction_takes_less_and_less_of_the_processors() throws IOException {
        assertThat(turns(step(100, 1), step(200, 1), step(400, 1), step(410, 1), step(420, 1)))
                .isEqualTo(5);
    }

    @Test
    void a_warm_service_is_loaded_three_times() throws IOException {
        assertThat(turns(step(100, 1), step(101, 1), step(99, 1))).isEqualTo(3);
    }

    @Test
    void it_goes_on_while_the_compilers_take_much_of_the_processors() throws IOException {
        assertThat(turns(step(100, 1, 0.5), step(100, 1, 0.06), step(100, 1, 0.06), step(100, 1, 0.04), step(99, 1)))
                .isEqualTo(5);
    }

    @Test
    void it_ends_although_each_turn_has_a_gain() throws IOException {
        assertThat(turns(step(1, 1), step(2, 1), step(4, 1), step(8, 1), step(16, 1), step(32, 1)))
                .isEqualTo(TURNS_MAX);
    }

    /** How often the meters of a service are read whose readings take so long. */
    private static int readings(Duration each) throws IOException {
        AtomicLong nanos = new AtomicLong();
        AtomicInteger readings = new AtomicInteger();
        Service service = new Service() {
            @Override
            public int clientsPort() {
                return 1;
            }

            @Override
            public long pid() {
                return 1;
            }

            @Override
            public ServiceMeters meters() {
                readings.incrementAndGet();
                nanos.addAndGet(each.toNanos());
                return new ServiceMeters(Map.of());
            }

            @Override
            public Optional<String> ended() {
                return Optional.empty();
            }
        };
        ServiceWarmUp.readMeters(service, new ProgressLines(Duration.ofDays(1), nanos::get, line -> {}), nanos::get);
        return readings.get();
    }

    @Test
    void the_meters_are_read_until_their_page_is_compiled_but_not_for_minutes() throws IOException {
        assertThat(readings(Duration.ofMillis(15))).isEqualTo(ServiceWarmUp.METER_READINGS);
        assertThat(readings(Duration.ofSeconds(4))).isEqualTo(3);
    }

    @Test
    void a_service_that_answers_nothing_is_not_waited_for() throws IOException {
        assertThat(turns(step(0, 0), step(0, 0))).isEqualTo(2);
    }

    private static List<Integer> inFlight(Setting setting, StepCounters... steps) throws IOException {
        Iterator<StepCounters> left = List.of(steps).iterator();
        List<Integer> loads = new ArrayList<>();
        new ServiceWarmUp(steps.length).run(setting, load -> {
            assertThat(load.batch()).isEqualTo(setting.batch());
            loads.add(load.inFlight());
            return left.next();
        });
        return loads;
    }

    @Test
    void as_many_transactions_are_in_flight_as_are_answered_within_a_second() throws IOException {
        Setting setting = Starts.poor().but(draft -> draft.inFlight = 16);
        assertThat(inFlight(setting, step(600, 1), step(90_000, 1), step(90_000, 1)))
                .containsExactly(128, 600, 1_024);
        assertThat(inFlight(setting, step(13, 1), step(13, 1))).containsExactly(128, 128);
    }

    @Test
    void a_batch_counts_with_all_of_its_transactions() throws IOException {
        Setting setting = Starts.poor().but(draft -> {
            draft.inFlight = 16;
            draft.batch = 10;
        });
        assertThat(inFlight(setting, step(90_000, 1), step(90_000, 1))).containsExactly(16, 102);
        assertThat(inFlight(setting.but(draft -> draft.batch = 100), step(90_000, 1), step(90_000, 1)))
                .containsExactly(16, 16);
    }
}
