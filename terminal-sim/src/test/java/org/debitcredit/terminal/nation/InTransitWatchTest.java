package org.debitcredit.terminal.nation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.Json;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InTransitWatchTest {

    private static final BankHttp NOT_ASKED = new BankHttp(URI.create("http://127.0.0.1:1"), null);

    private static @Nullable JsonNode region(int own, long... inTransit) {
        StringBuilder partners = new StringBuilder();
        for (int other = 0; other < inTransit.length; other++) {
            if (other != own) {
                partners.append(partners.isEmpty() ? "" : ",")
                        .append("{\"region\":%d,\"away\":false,\"unsettled\":%d,\"inTransit\":%d,\"strays\":0}"
                                .formatted(other, inTransit[other] == 0 ? 0 : 2, inTransit[other]));
            }
        }
        String json = "{\"region\":%d,\"partners\":[%s]}".formatted(own, partners);
        return Json.read(json.getBytes(StandardCharsets.UTF_8));
    }

    private static InTransitWatch watch() {
        return new InTransitWatch(List.of(NOT_ASKED, NOT_ASKED, NOT_ASKED), () -> 0);
    }

    private static List<@Nullable JsonNode> answers(@Nullable JsonNode... ofRegions) {
        return new ArrayList<>(Arrays.asList(ofRegions));
    }

    @Test
    void amounts_of_opposite_signs_do_not_make_up_for_each_other() {
        try (InTransitWatch watch = watch()) {
            watch.add(4, answers(region(0, 0, 700, -300), region(1, 0, 0, 0), region(2, 100, 0, 0)));
            assertThat(watch.samples()).containsExactly(new InTransitWatch.Sample(4, 1_100, 700, 6, 3));
            assertThat(watch.latestMinor()).isEqualTo(1_100);
        }
    }

    @Test
    void a_region_that_does_not_answer_adds_nothing() {
        try (InTransitWatch watch = watch()) {
            watch.add(1, answers(region(0, 0, 700, 0), null, null));
            assertThat(watch.samples()).containsExactly(new InTransitWatch.Sample(1, 700, 700, 2, 1));
        }
    }

    @Test
    void the_most_of_each_pair_is_kept() {
        try (InTransitWatch watch = watch()) {
            watch.add(1, answers(region(0, 0, 700, 0), region(1, 0, 0, 0), region(2, 0, 0, 0)));
            watch.add(2, answers(region(0, 0, 200, -900), region(1, 0, 0, 0), region(2, 0, 0, 0)));
            assertThat(watch.pairs())
                    .hasSize(6)
                    .contains(new InTransitWatch.PairMost(0, 1, 700), new InTransitWatch.PairMost(0, 2, 900))
                    .contains(new InTransitWatch.PairMost(1, 0, 0));
        }
    }
}
