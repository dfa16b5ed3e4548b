package org.debitcredit.laboratory;

import java.io.IOException;
import java.util.Optional;
import org.debitcredit.counters.MachineReader;
import org.debitcredit.lab.Trial;
import org.debitcredit.lab.modesto.ModestoPreset;
import org.debitcredit.lab.report.ArticleTable;
import org.debitcredit.lab.run.DataDisk;
import org.debitcredit.lab.run.LabRun;
import org.debitcredit.lab.run.Leftovers;
import org.debitcredit.lab.run.OwnService;
import org.debitcredit.lab.run.PlainSteps;
import org.debitcredit.lab.run.Scalings;
import org.debitcredit.lab.run.Setting;
import org.debitcredit.lab.run.SettingRun;
import org.debitcredit.lab.run.UnfinishedTrial;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.recovery.LedgerChoice;

/** Measures what a plan says, and puts everything into the report as soon as it is known. */
final class LabMeasurement {

    private final LabPlan plan;
    private final LabReport report;
    private final SettingRun.Talk talk;
    private final MachineReader machine = MachineReader.here();
    private final int processors = Runtime.getRuntime().availableProcessors();

    LabMeasurement(LabPlan plan, LabReport report, SettingRun.Talk talk) {
        this.plan = plan;
        this.report = report;
        this.talk = talk;
    }

    /** Measures all of it. */
    void run(Leftovers leftovers) throws IOException {
        LedgerChoice plain = plan.plain();
        SqlDatabase database = plain == null ? null : plain.database();
        if (plain != null && database != null) {
            plain(plain.kind(), database);
            return;
        }
        OwnService service =
                OwnService.ofLauncher(plan.directory(), plan.logDirectory(), plan.databaseUser(), leftovers);
        DataDisk disk = DataDisk.probed(plan.directory(), machine, leftovers);
        disk.missing().ifPresent(talk::say);
        SettingRun run = new SettingRun(service, machine, disk, plan.logDirectory(), plan.measured(), talk);
        rounds(run, leftovers, setUps(run, leftovers));
    }

    private void plain(String kind, SqlDatabase database) throws IOException {
        setUp(() -> new PlainSteps(machine, plan.measured(), talk).measure(kind, database));
    }

    /** The trial of the last set-up, with which the rounds start; empty without a preset. */
    private Optional<Trial> setUps(SettingRun run, Leftovers leftovers) throws IOException {
        if (plan.preset().isPresent()) {
            talk.say("What each of the article's numbers is used for");
            ArticleTable.roles().forEach(role -> talk.say("  " + role));
        }
        boolean isSmp = plan.preset().filter(ModestoPreset.MODESTO_SMP::equals).isPresent();
        if (isSmp && plan.logDirectory() == null) {
            talk.say("The set-ups with the log on another disk are left out: they take the ledger sqlite, and a "
                    + "--log-directory on another device");
        }
        Optional<Trial> last = Optional.empty();
        int number = 1;
        for (Setting setUp : plan.setUps()) {
            talk.say("set-up " + number + ": " + setUp.words());
            last = Optional.of(setUp(() -> run.measure(setUp, leftovers)));
            number++;
        }
        if (isSmp) {
            Scalings scalings = new Scalings(
                    (setting, terminals) -> run.measure(setting, terminals, leftovers), talk::say, report::scaling);
            scalings.byTerminals(plan.start());
            scalings.byProcessors(plan.start(), processors);
        }
        return last;
    }

    private interface Measured {
        Trial trial() throws IOException;
    }

    /** One that fails is in the report with the steps that it had finished. */
    private Trial setUp(Measured measured) throws IOException {
        try {
            Trial trial = measured.trial();
            report.setUp(trial);
            return trial;
        } catch (UnfinishedTrial unfinished) {
            report.setUp(unfinished.trial());
            throw unfinished;
        }
    }

    private void rounds(SettingRun run, Leftovers leftovers, Optional<Trial> known) throws IOException {
        LabRun rounds = new LabRun(
                setting -> run.measure(setting, leftovers),
                talk::say,
                report::round,
                processors,
                plan.logDirectory() != null);
        rounds.run(plan.start(), known, plan.roundsMax());
    }
}
