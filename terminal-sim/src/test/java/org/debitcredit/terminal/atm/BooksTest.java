package org.debitcredit.terminal.atm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.contract.AnsweredPositions;
import org.debitcredit.terminal.contract.BankInfo;
import org.debitcredit.terminal.contract.BankTotals;
import org.junit.jupiter.api.Test;

class BooksTest {

    private static final AnsweredPositions HUNDRED = new AnsweredPositions(10, 100, 0);

    @Test
    void holdWhereTheJournalHasATransactionForEachAnswer() {
        assertThat(broken(new Books(HUNDRED, totals(110), true, 0))).isEmpty();
    }

    @Test
    void areBrokenByATransactionThatNobodySentOrLost() {
        assertThat(broken(new Books(HUNDRED, totals(111), true, 0))).containsExactly("nothing lost, nothing invented");
        assertThat(broken(new Books(HUNDRED, totals(109), false, 5))).containsExactly("nothing lost, nothing invented");
    }

    @Test
    void allowTransactionsOfRequestsWithoutAnAnswerAndOfOtherClients() {
        assertThat(broken(new Books(HUNDRED, totals(113), true, 3))).isEmpty();
        assertThat(broken(new Books(HUNDRED, totals(114), true, 3))).hasSize(1);
        Books shared = new Books(HUNDRED, totals(150), false, 0);
        assertThat(broken(shared)).isEmpty();
        assertThat(shared.remarks()).singleElement().asString().contains("other clients were active");
    }

    @Test
    void areBrokenByTwoAnswersWithOnePosition() {
        Books books = new Books(new AnsweredPositions(10, 99, 1), totals(110), true, 1);
        assertThat(broken(books)).containsExactly("every answer has a transaction of its own");
        assertThat(books.journalAgrees()).isFalse();
    }

    @Test
    void areBrokenBySumsThatDiffer() {
        assertThat(broken(new Books(HUNDRED, new BankTotals(110, false, null, true), true, 0)))
                .containsExactly("the books balance");
    }

    @Test
    void areBrokenWhereTheServerNoLongerAnswers() {
        assertThat(broken(new Books(HUNDRED, BankTotals.missing("no answer"), true, 0)))
                .containsExactly("the books balance");
    }

    @Test
    void areNotAskedOfAServerThatDoesNotTellThem() {
        Books books = new Books(
                new AnsweredPositions(BankInfo.NO_POSITION, 100, 0),
                BankTotals.notOffered("it answered 404"),
                false,
                0);
        assertThat(broken(books)).isEmpty();
        assertThat(books.findings()).hasSize(1);
        assertThat(books.remarks())
                .containsExactly(
                        "this server does not show its sums, so that its books were not checked",
                        "this server does not tell its position, so that its journal was not compared with the answers");
    }

    private static BankTotals totals(long position) {
        return new BankTotals(position, true, null, true);
    }

    private static List<String> broken(Books books) {
        return books.findings().stream()
                .filter(finding -> finding.verdict() == Verdict.FAIL)
                .map(Finding::rule)
                .toList();
    }
}
