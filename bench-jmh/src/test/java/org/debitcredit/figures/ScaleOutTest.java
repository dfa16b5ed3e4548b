package org.debitcredit.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.debitcredit.figures.ScaleOut.Cost;
import org.debitcredit.figures.ScaleOut.Following;
import org.debitcredit.figures.ScaleOut.Machine;
import org.debitcredit.figures.ScaleOut.Point;
import org.junit.jupiter.api.Test;

class ScaleOutTest {

    private static final Cost COST = new Cost(1_000, 3_000, new Following(0, 0));

    private static Point simulate(int regions, Cost cost, double share, Machine machine) {
        return ScaleOut.simulate(regions, cost, share, machine, 7);
    }

    /** With one processor the response time is exponential with the mean S / (1 - busy), by M/M/1. */
    @Test
    void one_region_is_a_queue_whose_answer_is_known() {
        Point one = simulate(1, COST, 0.15, new Machine(1, 0.5, 0));
        assertThat(one.perSecond()).isCloseTo(500, withinPercentage(3));
        assertThat(one.p90Millis()).isCloseTo(2 * Math.log(10), withinPercentage(7));
    }

    /** By the utilization law: processors times busy over what a transaction takes. */
    @Test
    void the_load_takes_what_it_is_to_take_of_the_processors() {
        Point five = simulate(5, COST, 0.25, new Machine(2, 0.8, 1));
        assertThat(five.perSecond()).isCloseTo(5 * 2 * 0.8 / 0.001_5, withinPercentage(3));
    }

    @Test
    void the_line_delays_answers_and_takes_no_processor() {
        Point near = simulate(3, COST, 1, new Machine(2, 0.5, 0));
        Point far = simulate(3, COST, 1, new Machine(2, 0.5, 100));
        assertThat(far.perSecond()).isCloseTo(near.perSecond(), withinPercentage(3));
        assertThat(far.p90Millis() - near.p90Millis()).isCloseTo(200, withinPercentage(5));
    }

    /** A transaction takes 1,300 microseconds, and its 1.15 rows take 25 in each of 8 other regions. */
    @Test
    void following_grows_with_what_there_is_to_follow() {
        Machine machine = new Machine(2, 0.8, 1);
        Cost rows = new Cost(1_000, 3_000, new Following(0, 25));
        assertThat(simulate(9, rows, 0.15, machine).perSecond())
                .isCloseTo(9 * 2 * 0.8e6 / (1_300 + 8 * 25 * 1.15), withinPercentage(3));
        double ofTwenty = simulate(20, rows, 0.15, machine).perSecond() / 20;
        assertThat(simulate(10, rows, 0.15, machine).perSecond() / 10).isGreaterThan(1.1 * ofTwenty);
    }

    /** At many transactions a second there are 20 messages a second, each of 1,000 microseconds, for 8 others. */
    @Test
    void messages_do_not_grow_with_what_there_is_to_follow() {
        assertThat(Following.messages(1)).isCloseTo(1 / 1.05, withinPercentage(0.1));
        Machine machine = new Machine(2, 0.8, 1);
        Cost messages = new Cost(1_000, 3_000, new Following(1_000, 0));
        assertThat(simulate(9, messages, 0.15, machine).perSecond())
                .isCloseTo(9 * (2 * 0.8e6 - 8 * 20 * 1_000) / 1_300, withinPercentage(3));
    }
}
