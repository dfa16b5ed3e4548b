package org.debitcredit.terminal.headquarters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import org.debitcredit.region.OutOfTown;
import org.debitcredit.terminal.headquarters.DayReport.PairDay;
import org.debitcredit.terminal.headquarters.DayReport.RegionDay;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.Transaction;
import org.junit.jupiter.api.Test;

/** Days end at 15:00 UTC. There are three regions. */
class HeadquartersTest {

    private static final LocalDate DAY = LocalDate.of(2026, 11, 26);
    private static final Duration SETTLE_MAX = Duration.ofSeconds(30);
    private static final RegionDay NOTHING_IN_2 = regionDay(2, 0, 0, 0, 0, 0, 0, 0, 0);

    private final List<Feed> feeds = List.of(new Feed(), new Feed(), new Feed());
    private Headquarters headquarters =
            HeadquartersState.beginning(Feed.FACTS, Feed.REGIONS).resumed(Feed.DAYS, SETTLE_MAX);

    private static RegionDay regionDay(
            int region,
            long position,
            long tillsMinor,
            long customersMinor,
            long dueFromMinor,
            long networkMinor,
            long local,
            long acquired,
            long issued) {
        return new RegionDay(
                region,
                position,
                BigInteger.valueOf(tillsMinor),
                BigInteger.valueOf(customersMinor),
                BigInteger.valueOf(dueFromMinor),
                BigInteger.valueOf(networkMinor),
                local,
                acquired,
                issued);
    }

    private static PairDay pairDay(
            Pair pair,
            long inTransitMinor,
            long explainedMinor,
            int explained,
            int unexplained,
            List<DayReport.Unexplained> named) {
        return new PairDay(
                pair,
                BigInteger.valueOf(inTransitMinor),
                BigInteger.valueOf(explainedMinor),
                explained,
                unexplained,
                named);
    }

    private Feed feed(int region) {
        return feeds.get(region);
    }

    /** All regions are read up to their ends at a moment. */
    private void read(String moment) {
        for (int region = 0; region < Feed.REGIONS; region++) {
            feed(region).into(headquarters, region);
            feed(region).silentAt(moment, headquarters, region);
        }
    }

    private boolean isClosedAt(String moment) {
        return headquarters.closeNext(Instant.parse(moment)) != null;
    }

    private DayReport closedAt(String moment) {
        return Objects.requireNonNull(headquarters.closeNext(Instant.parse(moment)), "the day is not closed");
    }

    @Test
    void localTransactionsAreAddedUpByRegion() {
        feed(0).local("2026-11-26T10:00:00Z", 500)
                .local("2026-11-26T10:00:01Z", -200)
                .transaction(
                        "2026-11-26T10:00:02Z", Transaction.transfer(Feed.TILL, Feed.ACCOUNT, Feed.ACCOUNT + 1, 50))
                .refused("2026-11-26T10:00:03Z", Transaction.withdrawal(Feed.TILL, Feed.ACCOUNT, 9_999));
        feed(1).local("2026-11-26T10:00:00Z", 7);
        read("2026-11-26T15:00:05Z");
        DayReport report = closedAt("2026-11-26T15:00:05Z");
        assertThat(report.day()).isEqualTo(DAY);
        assertThat(report.regions())
                .containsExactly(
                        regionDay(0, 4, 300, 300, 0, 0, 3, 0, 0), regionDay(1, 1, 7, 7, 0, 0, 1, 0, 0), NOTHING_IN_2);
        assertThat(report.tillsMinor()).isEqualTo(307);
        assertThat(report.pairs()).isEmpty();
        assertThat(report.isBalanced()).isTrue();
    }

    @Test
    void aTransactionWithBothHalvesInOneDayIsNotKept() {
        OutOfTown deposit = Feed.deposit(0, 1, 900, 1);
        feed(0).acquirerHalf("2026-11-26T10:00:00Z", deposit);
        feed(1).issuerHalf("2026-11-26T10:00:00Z", deposit);
        read("2026-11-26T15:00:05Z");
        assertThat(headquarters.open()).isZero();
        DayReport report = closedAt("2026-11-26T15:00:05Z");
        assertThat(report.regions())
                .containsExactly(
                        regionDay(0, 1, 900, 0, 900, 0, 0, 1, 0),
                        regionDay(1, 1, 0, 900, 0, 900, 0, 0, 1),
                        NOTHING_IN_2);
        assertThat(report.isBalanced()).isTrue();
    }

    @Test
    void aCutBetweenTheHalvesIsExplained() {
        OutOfTown acquirerFirst = Feed.deposit(0, 1, 900, 1);
        OutOfTown issuerFirst = Feed.deposit(1, 2, 30, 2);
        feed(0).acquirerHalf("2026-11-26T14:59:59Z", acquirerFirst);
        feed(1).issuerHalf("2026-11-26T15:00:00Z", acquirerFirst).acquirerHalf("2026-11-26T15:00:01Z", issuerFirst);
        feed(2).issuerHalf("2026-11-26T14:59:59Z", issuerFirst);
        read("2026-11-26T15:00:05Z");
        DayReport report = closedAt("2026-11-26T15:00:05Z");
        assertThat(report.pairs())
                .containsExactly(
                        pairDay(new Pair(0, 1), 900, 900, 1, 0, List.of()),
                        pairDay(new Pair(1, 2), -30, -30, 1, 0, List.of()));
        assertThat(report.inTransitMinor()).isEqualTo(870);
        assertThat(report.isBalanced()).isTrue();
        read("2026-11-27T15:00:05Z");
        DayReport next = closedAt("2026-11-27T15:00:05Z");
        assertThat(next.pairs()).isEmpty();
        assertThat(next.customersMinor()).isEqualTo(930);
        assertThat(headquarters.open()).isZero();
    }

    @Test
    void aMissingHalfIsADifferenceThatNamesItsPair() {
        OutOfTown whole = Feed.deposit(0, 1, 900, 1);
        OutOfTown half = Feed.deposit(0, 2, 40, 2);
        feed(0).acquirerHalf("2026-11-26T10:00:00Z", whole).acquirerHalf("2026-11-26T10:00:01Z", half);
        feed(1).issuerHalf("2026-11-26T10:00:00Z", whole);
        read("2026-11-26T15:00:05Z");
        assertThat(isClosedAt("2026-11-26T15:00:05Z"))
                .as("the other half may come")
                .isFalse();
        read("2026-11-26T15:00:34Z");
        assertThat(isClosedAt("2026-11-26T15:00:34Z")).isFalse();
        read("2026-11-26T15:00:35Z");
        DayReport report = closedAt("2026-11-26T15:00:35Z");
        DayReport.Unexplained named = new DayReport.Unexplained(half.key().uuid(), Feed.TILL, BigInteger.valueOf(40));
        assertThat(report.pairs()).containsExactly(pairDay(new Pair(0, 2), 40, 0, 0, 1, List.of(named)));
        assertThat(report.differenceMinor()).isEqualTo(40);
        assertThat(report.holds()).as("the regions' own sums").isTrue();
        assertThat(report.isBalanced()).isFalse();
        assertThat(DayJson.read(DayJson.of(report))).isEqualTo(report);
    }

    @Test
    void differencesOfTwoPairsDoNotHideEachOther() {
        feed(0).acquirerHalf("2026-11-26T10:00:00Z", Feed.deposit(0, 1, 40, 1));
        feed(2).issuerHalf("2026-11-26T10:00:00Z", Feed.deposit(1, 2, 40, 2));
        read("2026-11-26T15:00:05Z");
        assertThat(isClosedAt("2026-11-26T15:00:05Z")).isFalse();
        read("2026-11-26T15:00:35Z");
        DayReport report = closedAt("2026-11-26T15:00:35Z");
        assertThat(report.inTransitMinor()).isZero();
        assertThat(report.differenceMinor()).isEqualTo(80);
    }

    @Test
    void twoMissingHalvesOfOnePairDoNotHideEachOther() {
        feed(0).acquirerHalf("2026-11-26T14:00:00Z", Feed.deposit(0, 1, 40, 1))
                .acquirerHalf("2026-11-26T14:00:01Z", Feed.debit(0, 1, 40, 2));
        read("2026-11-26T15:00:05Z");
        assertThat(isClosedAt("2026-11-26T15:00:05Z")).as("it waits for them").isFalse();
        read("2026-11-26T15:00:35Z");
        DayReport report = closedAt("2026-11-26T15:00:35Z");
        assertThat(report.differenceMinor()).isZero();
        assertThat(report.isBalanced()).isFalse();
        assertThat(report.pairs())
                .singleElement()
                .satisfies(pair -> assertThat(pair.unexplained()).isEqualTo(2));
    }

    @Test
    void ofManyMissingHalvesTheFirstAreNamed() {
        for (int i = 0; i < 25; i++) {
            feed(0).acquirerHalf("2026-11-26T10:00:00Z", Feed.deposit(0, 1, 4, i));
        }
        read("2026-11-26T15:00:05Z");
        assertThat(isClosedAt("2026-11-26T15:00:05Z")).isFalse();
        read("2026-11-26T15:00:35Z");
        PairDay pair = closedAt("2026-11-26T15:00:35Z").pairs().get(0);
        assertThat(pair.differenceMinor()).isEqualTo(100);
        assertThat(pair.unexplained()).isEqualTo(25);
        assertThat(pair.named()).hasSize(10);
    }

    @Test
    void aHalfThatComesWhileTheDayWaitsExplains() {
        OutOfTown deposit = Feed.deposit(0, 1, 900, 1);
        feed(0).acquirerHalf("2026-11-26T14:59:59Z", deposit);
        read("2026-11-26T15:00:05Z");
        assertThat(isClosedAt("2026-11-26T15:00:05Z")).isFalse();
        feed(1).issuerHalf("2026-11-26T15:00:08Z", deposit);
        read("2026-11-26T15:00:09Z");
        assertThat(closedAt("2026-11-26T15:00:09Z").isBalanced()).isTrue();
    }

    @Test
    void aHalfThatComesAfterTheCloseBalancesTheNextDay() {
        OutOfTown deposit = Feed.deposit(0, 1, 900, 1);
        feed(0).acquirerHalf("2026-11-26T14:00:00Z", deposit);
        read("2026-11-26T15:00:05Z");
        assertThat(isClosedAt("2026-11-26T15:00:05Z")).isFalse();
        read("2026-11-26T15:00:35Z");
        assertThat(closedAt("2026-11-26T15:00:35Z").differenceMinor()).isEqualTo(900);
        feed(1).issuerHalf("2026-11-26T15:10:00Z", deposit);
        read("2026-11-27T15:00:05Z");
        assertThat(closedAt("2026-11-27T15:00:05Z").isBalanced()).isTrue();
        assertThat(headquarters.open()).isZero();
    }

    @Test
    void aRegionThatIsReadFurthestWaitsIfTooManyHalvesDo() {
        for (int i = 0; i < 200_000; i++) {
            feed(0).acquirerHalf("2026-11-26T14:00:00Z", Feed.deposit(0, 1, 1, i));
        }
        feed(1).local("2026-11-26T13:00:00Z", 1);
        feed(1).silentAt("2026-11-26T14:00:01Z", headquarters, 1);
        feed(2).silentAt("2026-11-26T14:00:01Z", headquarters, 2);
        assertThat(headquarters.mayRead(0)).isTrue();
        feed(0).into(headquarters, 0);
        assertThat(headquarters.mayRead(0)).isFalse();
        assertThat(headquarters.mayRead(1)).isTrue();
        feed(1).into(headquarters, 1);
        assertThat(headquarters.mayRead(0)).as("region 1 is at its end").isTrue();
    }

    @Test
    void aReversalAcrossTheCutIsExplained() {
        OutOfTown deposit = Feed.deposit(0, 1, 900, 1);
        feed(0).acquirerHalf("2026-11-26T14:00:00Z", deposit).acquirerReversal("2026-11-26T15:00:00Z", deposit);
        feed(1).issuerHalf("2026-11-26T14:00:00Z", deposit).issuerReversal("2026-11-26T14:59:59Z", deposit);
        read("2026-11-26T15:00:05Z");
        DayReport report = closedAt("2026-11-26T15:00:05Z");
        assertThat(report.pairs()).containsExactly(pairDay(new Pair(0, 1), 900, 900, 1, 0, List.of()));
        read("2026-11-27T15:00:05Z");
        DayReport next = closedAt("2026-11-27T15:00:05Z");
        assertThat(next.pairs()).isEmpty();
        assertThat(next.tillsMinor()).isZero();
        assertThat(headquarters.open()).isZero();
    }

    @Test
    void aHalfThatItsOwnRegionTookBackLaterIsExplained() {
        OutOfTown deposit = Feed.deposit(0, 1, 900, 1);
        feed(0).acquirerHalf("2026-11-26T14:59:59Z", deposit).acquirerReversal("2026-11-26T15:00:02Z", deposit);
        feed(1).refused("2026-11-26T15:00:01Z", deposit.issuerHalf(Feed.CORRESPONDENTS));
        read("2026-11-26T15:00:05Z");
        assertThat(closedAt("2026-11-26T15:00:05Z").pairs())
                .containsExactly(pairDay(new Pair(0, 1), 900, 900, 1, 0, List.of()));
    }

    @Test
    void aPostingAtACorrespondentThatIsNoHalfIsADifference() {
        feed(0).transaction(
                        "2026-11-26T10:00:00Z",
                        Transaction.debitCredit(Feed.TILL, Feed.CORRESPONDENTS.dueFrom(1), 11)
                                .with(Reference.of("by hand")));
        read("2026-11-26T15:00:05Z");
        assertThat(isClosedAt("2026-11-26T15:00:05Z")).isFalse();
        read("2026-11-26T15:00:35Z");
        DayReport report = closedAt("2026-11-26T15:00:35Z");
        assertThat(report.pairs()).hasSize(1);
        assertThat(report.pairs().get(0).pair()).isEqualTo(new Pair(0, 1));
        assertThat(report.pairs().get(0).unexplained()).isEqualTo(1);
        assertThat(report.differenceMinor()).isEqualTo(11);
    }

    @Test
    void aDayWithoutTransactionsHasTheSumsOfTheOneBefore() {
        feed(0).local("2026-11-26T10:00:00Z", 500).local("2026-11-28T14:00:00Z", 1);
        feed(1).local("2026-11-26T10:00:00Z", 3);
        read("2026-11-28T16:00:00Z");
        assertThat(closedAt("2026-11-28T16:00:00Z").day()).isEqualTo(DAY);
        DayReport quiet = closedAt("2026-11-28T16:00:00Z");
        assertThat(quiet.day()).isEqualTo(DAY.plusDays(1));
        assertThat(quiet.regions())
                .containsExactly(
                        regionDay(0, 1, 500, 500, 0, 0, 0, 0, 0), regionDay(1, 1, 3, 3, 0, 0, 0, 0, 0), NOTHING_IN_2);
        DayReport last = closedAt("2026-11-28T16:00:00Z");
        assertThat(last.day()).isEqualTo(DAY.plusDays(2));
        assertThat(last.tillsMinor()).isEqualTo(504);
        assertThat(isClosedAt("2026-11-28T16:00:00Z")).isFalse();
    }

    @Test
    void aRegionThatIsNotHeardOfDelaysTheClose() {
        feed(0).local("2026-11-26T10:00:00Z", 500);
        feed(0).into(headquarters, 0);
        feed(0).silentAt("2026-11-26T15:00:05Z", headquarters, 0);
        feed(1).silentAt("2026-11-26T15:00:05Z", headquarters, 1);
        feed(2).silentAt("2026-11-26T14:59:00Z", headquarters, 2);
        assertThat(isClosedAt("2026-11-26T15:10:00Z")).isFalse();
        assertThat(headquarters.isAway(2, Instant.parse("2026-11-26T15:10:00Z")))
                .isTrue();
        feed(2).local("2026-11-26T14:59:59Z", 6);
        read("2026-11-26T15:20:00Z");
        assertThat(closedAt("2026-11-26T15:20:00Z").tillsMinor()).isEqualTo(506);
    }

    @Test
    void theMomentOfTheCutItselfIsNotEnoughForARegionWithoutTraffic() {
        feed(0).local("2026-11-26T10:00:00Z", 500);
        read("2026-11-26T15:00:04Z");
        assertThat(isClosedAt("2026-11-26T15:00:04Z")).isFalse();
        read("2026-11-26T15:00:05Z");
        assertThat(isClosedAt("2026-11-26T15:00:05Z")).isTrue();
    }

    @Test
    void aRegionWhoseClockIsSlowIsKnownToHoldUpTheDay() {
        Instant now = Instant.parse("2026-11-26T14:59:01Z");
        feed(1).local("2026-11-26T10:00:00Z", 1);
        feed(1).into(headquarters, 1);
        assertThat(headquarters.slowClock(DAY, 1, now))
                .as("it has not told its clock")
                .isNull();
        feed(1).silentAt("2026-11-26T14:59:00Z", headquarters, 1);
        assertThat(headquarters.slowClock(DAY, 1, now)).isEqualTo("2026-11-26T14:59:00Z");
        assertThat(headquarters.slowClock(DAY, 1, now.plusSeconds(60)))
                .as("it is away")
                .isNull();
        assertThat(headquarters.slowClock(DAY, 0, now)).as("it is not read").isNull();
        feed(1).silentAt("2026-11-26T15:00:05Z", headquarters, 1);
        assertThat(headquarters.slowClock(DAY, 1, now)).isNull();
    }

    @Test
    void aMessageFromBeforeTheEndThatIsReadAfterAPauseDoesNotEndTheDay() {
        read("2026-11-26T10:00:00Z");
        for (int region = 0; region < Feed.REGIONS; region++) {
            feed(region).silentAt("2026-11-26T14:30:00Z", "2026-11-26T16:00:00Z", headquarters, region);
        }
        feed(0).local("2026-11-26T14:40:00Z", 500);
        read("2026-11-26T16:00:01Z");
        DayReport report = closedAt("2026-11-26T16:00:01Z");
        assertThat(report.day()).isEqualTo(DAY);
        assertThat(report.tillsMinor()).isEqualTo(500);
    }

    @Test
    void aTransactionAfterTheCutBelongsToTheNextDayWhateverItsTime() {
        feed(0).local("2026-11-26T15:00:00Z", 500).local("2026-11-26T14:59:59Z", 20);
        read("2026-11-27T15:00:05Z");
        DayReport report = closedAt("2026-11-27T15:00:05Z");
        assertThat(report.day()).isEqualTo(DAY.plusDays(1));
        assertThat(report.tillsMinor()).isEqualTo(520);
    }

    @Test
    void aRestartCountsNothingTwice() {
        OutOfTown divided = Feed.deposit(0, 1, 900, 1);
        OutOfTown under = Feed.deposit(1, 0, 30, 2);
        feed(0).local("2026-11-26T10:00:00Z", 500).acquirerHalf("2026-11-26T14:59:59Z", divided);
        feed(1).issuerHalf("2026-11-26T15:00:01Z", divided).acquirerHalf("2026-11-26T15:00:02Z", under);
        feed(0).into(headquarters, 0);
        feed(1).into(headquarters, 1);
        restart();
        assertThat(headquarters.position(0)).isEqualTo(2);
        read("2026-11-26T15:00:05Z");
        assertThat(closedAt("2026-11-26T15:00:05Z").pairs())
                .containsExactly(pairDay(new Pair(0, 1), 900, 900, 1, 0, List.of()));
        restart();
        assertThat(headquarters.lastClosed()).isNotNull();
        assertThat(isClosedAt("2026-11-26T15:00:06Z")).isFalse();
        feed(0).issuerHalf("2026-11-26T15:00:07Z", under);
        read("2026-11-27T15:00:05Z");
        DayReport next = closedAt("2026-11-27T15:00:05Z");
        assertThat(next.regions())
                .containsExactly(
                        regionDay(0, 3, 1_400, 530, 900, 30, 0, 0, 1),
                        regionDay(1, 2, 30, 900, 30, 900, 0, 1, 1),
                        NOTHING_IN_2);
        assertThat(next.isBalanced()).isTrue();
    }

    private void restart() {
        String kept = StateJson.of(headquarters.state(Feed.FACTS));
        headquarters = StateJson.read(kept).resumed(Feed.DAYS, SETTLE_MAX);
        assertThat(StateJson.of(headquarters.state(Feed.FACTS))).isEqualTo(kept);
    }

    @Test
    void sumsOfManyBalancesMayHaveMoreThan64Bits() {
        long largest = Long.MAX_VALUE;
        Transaction otherBranch = Transaction.deposit(
                Feed.FACTS.scale().tellerId(1, 4), Feed.FACTS.scale().accountId(1, 40), largest);
        feed(0).local("2026-11-26T10:00:00Z", largest)
                .transaction("2026-11-26T10:00:01Z", otherBranch)
                .acquirerHalf("2026-11-26T10:00:02Z", Feed.deposit(0, 1, largest, 1))
                .acquirerHalf("2026-11-26T10:00:03Z", Feed.deposit(0, 2, largest, 2));
        feed(1).local("2026-11-26T10:00:00Z", largest);
        feed(0).into(headquarters, 0);
        feed(1).into(headquarters, 1);
        restart();
        read("2026-11-26T15:00:05Z");
        assertThat(isClosedAt("2026-11-26T15:00:05Z"))
                .as("it waits for the halves")
                .isFalse();
        read("2026-11-26T15:00:35Z");
        DayReport report = closedAt("2026-11-26T15:00:35Z");
        BigInteger one = BigInteger.valueOf(largest);
        assertThat(report.tillsMinor()).isEqualTo(one.multiply(BigInteger.valueOf(5)));
        assertThat(report.customersMinor()).isEqualTo(one.multiply(BigInteger.valueOf(3)));
        assertThat(report.inTransitMinor()).isEqualTo(one.multiply(BigInteger.TWO));
        assertThat(report.differenceMinor()).isEqualTo(one.multiply(BigInteger.TWO));
        assertThat(report.holds()).isTrue();
        assertThat(DayJson.read(DayJson.of(report))).isEqualTo(report);
        restart();
        assertThat(headquarters.overview(Instant.parse("2026-11-26T15:00:36Z")).inTransitMinor())
                .isEqualTo(report.inTransitMinor());
    }

    @Test
    void aGapInAStreamIsRefused() {
        feed(0).local("2026-11-26T10:00:00Z", 500).local("2026-11-26T10:00:01Z", 500);
        feed(0).into(headquarters, 0);
        Feed other = new Feed().local("2026-11-26T10:00:02Z", 1);
        assertThatThrownBy(() -> other.into(headquarters, 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("region 0 shows position 1 after 2");
    }

    @Test
    void theOverviewShowsWhatIsUnderWay() {
        feed(0).acquirerHalf("2026-11-26T10:00:00Z", Feed.deposit(0, 1, 900, 1));
        read("2026-11-26T10:00:01Z");
        Overview now = headquarters.overview(Instant.parse("2026-11-26T10:00:02Z"));
        assertThat(now.inTransitMinor()).isEqualTo(900);
        assertThat(now.unmatched()).isEqualTo(1);
        assertThat(now.holds()).isTrue();
        assertThat(now.nextDay()).isEqualTo(DAY);
        assertThat(now.regions()).noneMatch(Overview.RegionNow::isAway);
    }
}
