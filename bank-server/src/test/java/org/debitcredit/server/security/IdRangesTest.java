package org.debitcredit.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdRangesTest {

    @Test
    void itContainsItsIdsAndRangesInAnyOrder() {
        IdRanges ranges = IdRanges.parse("ids", List.of("30", "5-9", " 7-12 ", "0", "11", "20-20"));
        assertThat(LongStream.range(-2, 40).filter(ranges::contains).boxed())
                .containsExactly(0L, 5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L, 20L, 30L);
    }

    @Test
    void aRangeInsideAnotherDoesNotShortenIt() {
        IdRanges ranges = IdRanges.parse("ids", List.of("1-9", "2-3"));
        assertThat(LongStream.range(0, 12).filter(ranges::contains).boxed()).hasSize(9);
    }

    @Test
    void withoutIdsItIsEmpty() {
        assertThat(LongStream.of(Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE)
                        .noneMatch(IdRanges.parse("ids", List.of())::contains))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "-1", "3-", "9-5", "1-2-3", "1 - 2", "9999999999999999999"})
    void anythingElseIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdRanges.parse("ids", List.of("1", text)))
                .withMessage("ids contains '" + text + "'; it must be an id, such as 7, or a range, such as 10-19");
    }
}
