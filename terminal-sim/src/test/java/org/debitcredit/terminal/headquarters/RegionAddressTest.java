package org.debitcredit.terminal.headquarters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class RegionAddressTest {

    @Test
    void everyRegionIsNamedOnceInAnyOrder() {
        assertThat(RegionAddress.parse(List.of("1=b.example:9190", "0=[::1]:9090")))
                .containsExactly(new RegionAddress(0, "[::1]", 9090), new RegionAddress(1, "b.example", 9190));
    }

    @Test
    void aMissingRegionIsRefused() {
        assertThatThrownBy(() -> RegionAddress.parse(List.of("0=a:1", "2=c:3"))).hasMessageContaining("[0, 2]");
        assertThatThrownBy(() -> RegionAddress.parse(List.of("0=a:1", "0=c:3"))).hasMessageContaining("[0, 0]");
        assertThatThrownBy(() -> RegionAddress.parse(List.of("0=a:1"))).hasMessageContaining("2 to");
    }

    @Test
    void whatIsNoAddressIsRefused() {
        for (String wrong : List.of("a:1", "0=a", "0=a:0", "0=a:65536", "x=a:1", "0=:1", "0=http://a:1")) {
            assertThatThrownBy(() -> RegionAddress.parse(List.of(wrong, "1=b:1")))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("--region")
                    .hasMessageContaining(wrong);
        }
    }
}
