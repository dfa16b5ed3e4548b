package org.debitcredit.terminal.certify;

import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.report.AcidTest;
import org.debitcredit.terminal.server.PowerDisk;
import org.debitcredit.terminal.server.TemporaryBank;
import org.debitcredit.terminal.server.TemporaryBankFolders;

/** The power of the disk below a bank is cut under load. */
final class PowerCut {

    private static final String DONE =
            "The power of a file system of its own was cut under load, so that nothing reached it "
                    + "any more that had not been forced; the server was killed, and started on what was left.";
    private static final long DISK_BYTES = 3L << 30;

    private final CertifyPlan plan;
    private final Consistency books;
    private final Talk talk;

    PowerCut(CertifyPlan plan, Consistency books, Talk talk) {
        this.plan = plan;
        this.books = books;
        this.talk = talk;
    }

    Tested run(String ledger) {
        talk.say("power cut");
        try (PowerDisk disk = PowerDisk.make(plan.server().dataFolder(), DISK_BYTES)) {
            if (!disk.hindrance().isEmpty()) {
                return Tested.impossible(
                        AcidTest.POWER_CUT,
                        "No disk's power can be cut here, which needs root, loop devices and ext4: " + disk.hindrance()
                                + ".");
            }
            TemporaryBankFolders folders =
                    TemporaryBankFolders.in(disk.path(), null, plan.report().resolve("server-power-cut.log"));
            try (TemporaryBank bank = TemporaryBank.start(SmallerBank.server(plan, ledger), folders, talk)) {
                return SmallerBank.test(
                        AcidTest.POWER_CUT, DONE, bank, plan.seed() + 2, books, talk, load -> cut(disk, bank, load));
            }
        } catch (PowerDisk.Failed failed) {
            return Tested.missed(AcidTest.POWER_CUT, DONE, "It came to no end: " + failed.getMessage());
        } catch (RunFailure failed) {
            return Tested.notBegun(AcidTest.POWER_CUT, "No bank could be started for it: " + failed.getMessage());
        }
    }

    private String cut(PowerDisk disk, TemporaryBank bank, KeyedLoad load) {
        disk.cutPower();
        bank.kill();
        load.end();
        disk.powerOn();
        bank.restart(talk);
        return "";
    }
}
