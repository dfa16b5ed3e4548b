package org.debitcredit.terminal.certify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.contract.AnsweredPositions;
import org.debitcredit.terminal.report.AcidTest;
import org.debitcredit.terminal.report.AnswerReconciliation;
import org.junit.jupiter.api.Test;

class OverallVerdictTest {

    private static final AnswerReconciliation WHOLE = new AnswerReconciliation(10, 10, 0, 1, 2, true);

    private static List<Tested> allHeld() {
        return new ArrayList<>(AcidTest.IDS.stream()
                .map(id -> Tested.of(id, true, "done", "found"))
                .toList());
    }

    private static List<Tested> allHeldBut(Tested other) {
        List<Tested> tests = allHeld();
        tests.replaceAll(test -> test.test().id().equals(other.test().id()) ? other : test);
        return tests;
    }

    private static SortedMap<Integer, RunVerdict> loads(Verdict at80) {
        SortedMap<Integer, RunVerdict> loads = new TreeMap<>();
        loads.put(50, load(Verdict.PASS));
        loads.put(80, load(at80));
        loads.put(100, load(Verdict.PASS));
        return loads;
    }

    private static RunVerdict load(Verdict verdict) {
        return RunVerdict.of(List.of(new Finding("no silent second", verdict, "second 7")));
    }

    @Test
    void everythingHeldPasses() {
        assertThat(OverallVerdict.of(loads(Verdict.PASS), List.of(), allHeld(), WHOLE)
                        .verdict())
                .isEqualTo(Verdict.PASS);
    }

    @Test
    void aLoadThatFailsIsNamedWithItsRuleAndItsSecond() {
        RunVerdict verdict = OverallVerdict.of(loads(Verdict.FAIL), List.of(), allHeld(), WHOLE);
        assertThat(verdict.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(verdict.reasons()).singleElement().hasToString("load of 80 %: no silent second: fail: second 7");
    }

    @Test
    void aVoidLoadIsNoPass() {
        assertThat(OverallVerdict.of(loads(Verdict.VOID), List.of(), allHeld(), WHOLE)
                        .verdict())
                .isEqualTo(Verdict.VOID);
    }

    @Test
    void aBrokenTestFailsEvenIfALoadIsVoid() {
        Tested broken = Tested.of(AcidTest.KILL_NINE, false, "killed", "lost one");
        assertThat(OverallVerdict.of(loads(Verdict.VOID), List.of(), allHeldBut(broken), WHOLE)
                        .verdict())
                .isEqualTo(Verdict.FAIL);
    }

    @Test
    void aLoadThatFailsDoesSoEvenIfAnotherIsVoid() {
        SortedMap<Integer, RunVerdict> loads = loads(Verdict.FAIL);
        loads.put(50, load(Verdict.VOID));
        assertThat(OverallVerdict.of(loads, List.of(), allHeld(), WHOLE).verdict())
                .isEqualTo(Verdict.FAIL);
    }

    /** A server that answers {@code committed} and does nothing is not excused by terminals that were late. */
    @Test
    void aHistoryWithoutTheAnswersFailsEvenIfItsLoadIsVoid() {
        SortedMap<Integer, RunVerdict> loads = loads(Verdict.PASS);
        Finding late = new Finding("requests are sent in time", Verdict.VOID, "60 ms late");
        Finding untrue = PositionRule.finding(new AnsweredPositions(100, 1, 49), 101, 0);
        loads.put(50, RunVerdict.of(List.of(late, untrue)));
        assertThat(OverallVerdict.of(loads, List.of(), allHeld(), WHOLE).verdict())
                .isEqualTo(Verdict.FAIL);
    }

    @Test
    void aTestThatCouldHaveBeenRunLeavesItUndecidedAndOneThatCouldNotDoesNot() {
        Tested missed = Tested.missed(AcidTest.POWER_CUT, "cut", "interrupted");
        Tested impossible = Tested.impossible(AcidTest.POWER_CUT, "no root");
        assertThat(OverallVerdict.of(loads(Verdict.PASS), List.of(), allHeldBut(missed), WHOLE)
                        .verdict())
                .isEqualTo(Verdict.UNDECIDED);
        assertThat(OverallVerdict.of(loads(Verdict.PASS), List.of(), allHeldBut(impossible), WHOLE)
                        .verdict())
                .isEqualTo(Verdict.PASS);
    }

    @Test
    void anAnswerThatTheBankDoesNotHaveFails() {
        AnswerReconciliation lost = new AnswerReconciliation(10, 9, 1, 0, 2, true);
        AnswerReconciliation none = new AnswerReconciliation(0, 0, 0, 0, 2, true);
        for (AnswerReconciliation broken : List.of(lost, none)) {
            assertThat(OverallVerdict.of(loads(Verdict.PASS), List.of(), allHeld(), broken)
                            .verdict())
                    .isEqualTo(Verdict.FAIL);
        }
    }
}
