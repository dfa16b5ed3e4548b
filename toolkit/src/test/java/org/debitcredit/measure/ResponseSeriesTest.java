package org.debitcredit.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ResponseSeriesTest {

    @Test
    void seriesOfSeveralThreadsAreInTheOrderOfTheirRequests() {
        ResponseSeries one = new ResponseSeries();
        ResponseSeries other = new ResponseSeries();
        one.add(0, 30, 3);
        one.add(1, 10, 1);
        other.add(0, 20, 2);

        ResponseSeries merged = ResponseSeries.merged(List.of(one, other));

        assertThat(merged.size()).isEqualTo(3);
        assertThat(merged.micros()).containsExactly(1, 2, 3);
        assertThat(merged.only(0).micros()).containsExactly(2, 3);
        assertThat(merged.only(1).micros()).containsExactly(1);
        assertThat(merged.only(7).micros()).isEmpty();
    }

    @Test
    void itGrowsToTheLargestArray() {
        assertThat(ResponseSeries.grown(0)).isEqualTo(1_024);
        assertThat(ResponseSeries.grown(1_024)).isEqualTo(2_048);
        assertThat(ResponseSeries.grown(1 << 30)).isEqualTo(Integer.MAX_VALUE - 8);
        assertThatThrownBy(() -> ResponseSeries.grown(Integer.MAX_VALUE - 8))
                .hasMessageContaining("2147483639 responses");
    }

    @Test
    void aPartWithoutRequestsHasNoMedian() {
        ResponseSeries series = new ResponseSeries();
        series.add(0, 0, 5);
        series.add(0, 99, 7);
        series.add(0, 50, 6);
        series.add(0, 200, 9);

        assertThat(ResponseSeries.merged(List.of(series)).medians(100)).containsExactly(6, Double.NaN, 9);
        assertThat(ResponseSeries.merged(List.of(series)).medians(100, 60)).containsExactly(6, 7, 9);
        assertThat(ResponseSeries.merged(List.of(series)).longest(100)).containsExactly(7, Double.NaN, 9);
    }

    @Test
    void timesOfHoursAndManyResponsesAreKept() {
        ResponseSeries series = new ResponseSeries();
        for (int i = 0; i < 5_000; i++) {
            series.add(7, 3_600_000_000L * 9 + i, i);
        }
        series.add(0, 0, Long.MAX_VALUE);
        series.add(0, 1, -1);

        double[] micros = ResponseSeries.merged(List.of(series)).micros();

        assertThat(micros).hasSize(5_002);
        assertThat(micros[0]).isEqualTo(33_554_431);
        assertThat(micros[1]).isZero();
        assertThat(micros[5_001]).isEqualTo(4_999);
    }

    @Test
    void aKindWithoutPlaceIsRefused() {
        assertThatThrownBy(() -> new ResponseSeries().add(8, 0, 0)).hasMessageContaining("kind is 8");
    }
}
