package org.debitcredit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.debitcredit.engine.SteppedBank.key;
import static org.debitcredit.transaction.Transaction.deposit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.debitcredit.ledger.ForwardingLedger;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.Totals;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A ledger reads all of its rows to add them up, while every transaction waits. */
@Timeout(60)
class SumsOfAGroupTest {

    @TempDir
    Path temp;

    private int scans;

    /** The same ledger; counts how often it is added up. */
    private Ledger counted(Ledger real) {
        return new ForwardingLedger(real) {
            @Override
            public Totals totals() {
                scans++;
                return super.totals();
            }
        };
    }

    private static List<Inquiry.Sums> ask(SteppedBank bank, int clients) {
        List<Inquiry.Sums> asked = Stream.generate(() -> new Inquiry.Sums(answered -> {}))
                .limit(clients)
                .toList();
        asked.forEach(bank.engine::submit);
        return asked;
    }

    @Test
    void the_ledger_is_added_up_once_for_all_who_ask_in_a_group() throws IOException {
        try (SteppedBank bank = new SteppedBank(temp, 1_000, this::counted, journal -> journal)) {
            assertThat(scans).isZero();
            List<Inquiry.Sums> before = ask(bank, 3);
            bank.submit(deposit(0, 5, 50), key(1));
            List<Inquiry.Sums> after = ask(bank, 4);
            bank.engine.step();
            assertThat(scans).isEqualTo(1);
            assertThat(Stream.concat(before.stream(), after.stream()))
                    .as("of the group's end, whether they were asked for before the deposit or after it")
                    .allSatisfy(sums -> {
                        assertThat(sums.position()).isEqualTo(1);
                        assertThat(sums.totals().accounts()).isEqualTo(50);
                    });
            bank.execute(deposit(0, 5, 50), key(2));
            assertThat(scans).as("nobody asked").isEqualTo(1);
            List<Inquiry.Sums> next = ask(bank, 2);
            bank.engine.step();
            assertThat(scans).isEqualTo(2);
            assertThat(next.get(1).totals().accounts()).isEqualTo(100);
        }
    }
}
