package org.debitcredit.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.probe.JournalRow.Journaled;
import org.debitcredit.storage.FileSystemKind;
import org.junit.jupiter.api.Test;

/** The verdict on results whose rounds and ratios are given. */
class ProbeVerdictTest {

    private static final FileSystemKind DISK = new FileSystemKind("ext4", "/dev/vda", 1L << 40, 4096);
    private static final OperationTimes TIMES = new OperationTimes(5_000, 100, 200, 300, 400);

    /** The share of the floor that each journal reaches at 1,000 per force, and at 16. */
    private static ProbeResult result(FileSystemKind medium, double spread, double atThousand, double atSixteen) {
        MeasuredOperation measured = rounds(spread);
        List<ForceRow> forces = new ArrayList<>();
        for (ForceWay way : ForceWay.values()) {
            forces.add(new ForceRow(way, 512, measured));
            forces.add(new ForceRow(way, 4096, measured));
        }
        CostModel model = new CostModel(100, 0.001);
        return new ProbeResult(
                Path.of("/data"),
                medium,
                Instant.EPOCH,
                60,
                1 << 20,
                forces,
                model,
                new SeekRow(true, 1 << 20, measured),
                Disk.ARTICLE,
                List.of(new GroupRow(1, 100, measured, 1), new GroupRow(1_000, 50_000, measured, 1_000)),
                List.of(row(16, measured, atSixteen), row(1_000, measured, atThousand)),
                new FillAheadRow(256, measured, measured, 1));
    }

    private static JournalRow row(int transactions, MeasuredOperation floor, double ofFloor) {
        return new JournalRow(
                transactions,
                50 * transactions,
                floor,
                List.of(new Journaled("chronicle", floor, 0.5), new Journaled("file", floor, ofFloor)));
    }

    /** Five rounds whose extremes are this part of the median apart. */
    private static MeasuredOperation rounds(double spread) {
        double half = 500 * spread;
        return new MeasuredOperation(1_000, List.of(1_000.0, 1_000 - half, 1_000.0, 1_000 + half, 1_000.0), TIMES);
    }

    @Test
    void rounds_that_agree_make_a_reliable_verdict() {
        ProbeVerdict verdict = ProbeVerdict.of(result(DISK, 0.49, 0.9, 0.9));
        assertThat(verdict.isReliable()).isTrue();
        assertThat(verdict.headline())
                .startsWith("MEASURED: ext4 on /dev/vda forces")
                .contains("the chronicle journal reaches 50 %", "the file journal reaches 90 %");
        assertThat(verdict.remarks())
                .anyMatch(remark -> remark.contains("differed by more than 49 %")
                        && remark.contains("Above 50 % the probe is unreliable"))
                .noneMatch(remark -> remark.contains("void"));
    }

    @Test
    void rounds_that_differ_by_more_than_the_limit_make_it_unreliable_in_amber() {
        ProbeResult result = result(DISK, 0.51, 0.9, 0.9);
        ProbeVerdict verdict = ProbeVerdict.of(result);
        assertThat(verdict.isReliable()).isFalse();
        assertThat(verdict.headline()).startsWith("UNRELIABLE: ext4");
        assertThat(verdict.remarks()).anyMatch(remark -> remark.contains("Probe again when it is idle"));
        assertThat(ProbePage.of(result)).contains("class=\"verdict warning\">UNRELIABLE");
        assertThat(ProbePage.of(result(DISK, 0.49, 0.9, 0.9))).contains("class=\"verdict fine\">MEASURED");
    }

    @Test
    void memory_is_called_memory_even_if_its_rounds_differ() {
        FileSystemKind memory = new FileSystemKind("tmpfs", "tmpfs", 1L << 40, 4096);
        assertThat(ProbeVerdict.of(result(memory, 2, 0.9, 0.9)).headline()).startsWith("NOTHING IS DURABLE HERE");
    }

    @Test
    void a_journal_above_the_floor_voids_its_row_because_the_floor_was_measured_too_low() {
        ProbeResult result = result(DISK, 0.1, 0.9, 1.01);
        ProbeVerdict verdict = ProbeVerdict.of(result);
        assertThat(verdict.isReliable()).isTrue();
        assertThat(verdict.remarks())
                .filteredOn(remark -> remark.contains("void"))
                .singleElement()
                .asString()
                .startsWith("At 16 transactions per force")
                .contains("the floor was measured too low");
        JournalRow voided = result.journals().get(0);
        assertThat(voided.journals()).extracting(voided::ofFloor).containsExactly("void", "void");
        JournalRow sound = result.journals().get(1);
        assertThat(sound.journals()).extracting(sound::ofFloor).containsExactly("50 %", "90 %");
        assertThat(ProbeText.of(result)).doesNotContain("101 %").contains("void");
        assertThat(ProbePage.of(result)).doesNotContain("101 %").contains("<td>void</td>");
    }

    @Test
    void a_void_row_of_the_headline_makes_no_claim_about_the_journals() {
        ProbeVerdict verdict = ProbeVerdict.of(result(DISK, 0.1, 1.2, 0.9));
        assertThat(verdict.isReliable()).isFalse();
        assertThat(verdict.headline())
                .contains("the floor was measured too low there to judge the journals")
                .doesNotContain("journal reaches");
    }

    @Test
    void a_rate_above_the_floors_voids_the_row_too_whatever_the_ratios_of_the_rounds_are() {
        MeasuredOperation faster = new MeasuredOperation(1_001, List.of(1_001.0), TIMES);
        JournalRow row = new JournalRow(16, 800, rounds(0), List.of(new Journaled("file", faster, 0.9)));
        assertThat(row.isVoid()).isTrue();
    }

    @Test
    void a_journal_exactly_at_the_floor_is_no_contradiction() {
        assertThat(row(16, rounds(0), 1).isVoid()).isFalse();
    }
}
