package org.debitcredit.terminal.nation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.debitcredit.terminal.contract.Answer;
import org.debitcredit.terminal.run.SuccessFile;
import org.debitcredit.transaction.Transaction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NationTrafficTest {

    private static final long SECOND = 1_000_000_000L;
    private static final Answer COMMITTED = new Answer.Committed(7, 100);

    private final AtomicLong nanos = new AtomicLong();
    private final Outages outages = new Outages(2);
    private final List<SuccessFile> files = new ArrayList<>();

    @TempDir
    Path folder;

    private NationTraffic traffic;

    @BeforeEach
    void begin() throws IOException {
        files.add(new SuccessFile(folder.resolve("0")));
        files.add(new SuccessFile(folder.resolve("1")));
        traffic = new NationTraffic(Runs.PLAN, nanos::get, outages, files);
    }

    @AfterEach
    void close() throws IOException {
        for (SuccessFile file : files) {
            file.close();
        }
    }

    private void answered(int region, int issuer, Transaction transaction, Answer answer, long intendedNanos) {
        traffic.answered(
                region, new NationWorkload.Request(issuer, transaction), new UUID(1, 2), answer, intendedNanos);
    }

    @Test
    void a_till_has_what_was_told_to_be_committed_at_it() {
        traffic.opened(1, Transaction.deposit(3, 5, 1_000));
        answered(1, 1, Transaction.withdrawal(3, 5, 300), COMMITTED, 0);
        answered(1, 0, Transaction.debitCredit(3, 5, -50), COMMITTED, 0);
        answered(1, 0, Transaction.deposit(3, 5, 7), COMMITTED, 0);
        answered(1, 1, Transaction.withdrawal(3, 5, 900), new Answer.Refused("insufficient-funds", 9), 0);
        assertThat(traffic.tillMinor(1, 3)).isEqualTo(1_000 - 300 - 50 + 7);
        assertThat(traffic.tillMinor(0, 3)).isZero();
        assertThat(traffic.transactions()).isEqualTo(4);
        assertThat(traffic.refused()).isOne();
        assertThat(traffic.outOfTown().all().getTotalCount()).isEqualTo(2);
    }

    @Test
    void an_answer_is_disturbed_by_an_outage_of_its_own_region_and_of_the_account_s() {
        outages.killed(1);
        nanos.set(SECOND);
        answered(0, 0, Transaction.deposit(3, 5, 7), COMMITTED, 0);
        answered(0, 1, Transaction.deposit(3, 5, 7), COMMITTED, 0);
        answered(1, 1, Transaction.deposit(3, 5, 7), COMMITTED, 0);
        assertThat(traffic.local().undisturbed().getTotalCount()).isOne();
        assertThat(traffic.outOfTown().undisturbed().getTotalCount()).isZero();
    }

    @Test
    void an_outage_disturbs_until_two_seconds_after_it() {
        outages.killed(1);
        outages.ready(1, 4 * SECOND);
        nanos.set(7 * SECOND);
        answered(1, 1, Transaction.deposit(3, 5, 7), COMMITTED, 6 * SECOND - 1);
        assertThat(traffic.local().undisturbed().getTotalCount()).isZero();
        answered(1, 1, Transaction.deposit(3, 5, 7), COMMITTED, 6 * SECOND);
        assertThat(traffic.local().undisturbed().getTotalCount()).isOne();
    }

    @Test
    void nothing_is_given_up_until_a_minute_after_the_end_and_the_last_outage() {
        nanos.set(63 * SECOND - 1);
        assertThat(traffic.isGivenUp()).isFalse();
        nanos.set(63 * SECOND);
        assertThat(traffic.isGivenUp()).isTrue();
        outages.killed(1);
        nanos.set(1_000 * SECOND);
        assertThat(traffic.isGivenUp()).isFalse();
        outages.ready(1, 1_000 * SECOND);
        nanos.set(1_062 * SECOND - 1);
        assertThat(traffic.isGivenUp()).isFalse();
        nanos.set(1_062 * SECOND);
        assertThat(traffic.isGivenUp()).isTrue();
    }

    @Test
    void answers_are_counted_by_the_second_until_the_end_of_the_run() {
        nanos.set(SECOND + 1);
        answered(0, 0, Transaction.deposit(3, 5, 7), COMMITTED, 0);
        nanos.set(3 * SECOND);
        answered(0, 0, Transaction.deposit(3, 5, 7), COMMITTED, 0);
        assertThat(traffic.localBySecond()).containsExactly(0, 1, 0);
        assertThat(traffic.outOfTownBySecond()).containsExactly(0, 0, 0);
    }

    @Test
    void what_the_atms_were_told_is_in_the_file_of_their_region() throws IOException {
        answered(1, 0, Transaction.deposit(3, 5, 7), new Answer.Committed(8, Answer.NO_BALANCE), 0);
        answered(1, 0, Transaction.withdrawal(3, 5, 7), new Answer.Refused("insufficient-funds", 0), 0);
        close();
        List<SuccessFile.Entry> told = new ArrayList<>();
        SuccessFile.read(folder.resolve("1"), told::add);
        assertThat(told).extracting(SuccessFile.Entry::position).containsExactly(8L, 0L);
        assertThat(told)
                .extracting(SuccessFile.Entry::balanceMinor)
                .containsExactly(Answer.NO_BALANCE, SuccessFile.REFUSED);
    }
}
