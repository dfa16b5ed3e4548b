package org.debitcredit.terminal.headquarters;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.debitcredit.region.OutOfTown;
import org.junit.jupiter.api.Test;

class HeadquartersPageTest {

    private static final HeadquartersPage PAGE = new HeadquartersPage(Feed.FACTS, ZoneOffset.UTC);

    private final Headquarters headquarters =
            HeadquartersState.beginning(Feed.FACTS, Feed.REGIONS).resumed(Feed.DAYS, Duration.ofSeconds(30));

    private DayReport close(String moment, Feed... feeds) {
        for (int region = 0; region < Feed.REGIONS; region++) {
            feeds[region].into(headquarters, region);
            feeds[region].silentAt(moment, headquarters, region);
        }
        headquarters.closeNext(Instant.parse(moment));
        for (int region = 0; region < Feed.REGIONS; region++) {
            feeds[region].silentAt(Instant.parse(moment).plusSeconds(30).toString(), headquarters, region);
        }
        DayReport late = headquarters.closeNext(Instant.parse(moment).plusSeconds(30));
        return late != null ? late : Objects.requireNonNull(headquarters.lastClosed());
    }

    @Test
    void itShowsTheVerdictTheRegionsAndThePairs() {
        OutOfTown divided = Feed.deposit(0, 1, 123_456, 1);
        Feed acquirer = new Feed().acquirerHalf("2026-11-26T14:59:59Z", divided);
        Feed issuer = new Feed().issuerHalf("2026-11-26T15:00:00Z", divided);
        DayReport report = close("2026-11-26T15:00:05Z", acquirer, issuer, new Feed());
        String html = PAGE.of(headquarters.overview(Instant.parse("2026-11-26T15:00:36Z")), List.of(report));
        assertThat(html)
                .contains("2026-11-26 balances: 1,234.56 in transit, explained by 1 transaction.")
                .contains("<td>0 \u2192 1</td>")
                .contains("All regions answer")
                .contains("Amounts are in EUR.")
                .contains("<svg");
    }

    @Test
    void itNamesAMissingHalfAndARegionThatIsAway() {
        OutOfTown half = Feed.deposit(0, 2, 40, 2);
        Feed acquirer = new Feed().acquirerHalf("2026-11-26T10:00:00Z", half);
        DayReport report = close("2026-11-26T15:00:05Z", acquirer, new Feed(), new Feed());
        String html = PAGE.of(headquarters.overview(Instant.parse("2026-11-26T15:30:00Z")), List.of(report));
        assertThat(html)
                .contains("2026-11-26 does not balance: 0.40 in transit cannot be explained.")
                .contains(half.key().uuid() + " has no matching other half")
                .contains("Region 1 has been away since 2026-11-26 15:00:35 Z");
    }

    @Test
    void halvesThatAreMissingInBothDirectionsAreNotExplainedByTheirSum() {
        Feed acquirer = new Feed()
                .acquirerHalf("2026-11-26T10:00:00Z", Feed.deposit(0, 2, 40, 2))
                .acquirerHalf("2026-11-26T10:00:01Z", Feed.debit(0, 2, 40, 3));
        DayReport report = close("2026-11-26T15:00:05Z", acquirer, new Feed(), new Feed());
        assertThat(report.differenceMinor()).isZero();
        assertThat(PAGE.sentence(report))
                .isEqualTo("2026-11-26 does not balance: 2 transactions in transit cannot be explained, although their"
                        + " amounts add up to 0.");
    }

    @Test
    void itSaysThatNoDayIsClosedYet() {
        assertThat(PAGE.of(headquarters.overview(Instant.parse("2026-11-26T15:30:00Z")), List.of()))
                .contains("No business day has been closed yet")
                .contains("Region 0 has not answered since headquarters was started");
    }
}
