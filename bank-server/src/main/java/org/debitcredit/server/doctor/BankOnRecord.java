package org.debitcredit.server.doctor;

import java.io.IOException;
import java.nio.file.Path;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.console.FailureText;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.mirror.LoneCopy;
import org.debitcredit.mirror.MirrorRefused;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.storage.MediumWatch;

/**
 * Which bank a start would find in the data directory and its mirror.
 *
 * @param finding the bank, and what the start needs
 * @param scale of the bank on record; without one, of the bank that would be founded
 */
record BankOnRecord(DoctorFinding finding, BankScale scale) {

    private static final String SUBJECT = "bank";

    static BankOnRecord of(BankSettings settings) {
        Path data = settings.data();
        Path mirror = settings.journal().mirror();
        Path read = data;
        BankScale scale = settings.scale();
        try {
            BankIdentity known = BankFolders.onRecord(data, MediumWatch.NONE);
            if (known != null) {
                return new BankOnRecord(
                        DoctorFinding.fine(
                                SUBJECT, known.id() + " in " + data + ": " + known.scale() + ", " + known.currency()),
                        known.scale());
            }
            if (mirror != null) {
                read = mirror;
                BankIdentity mirrored =
                        BankFolders.isEmpty(mirror) ? null : BankFolders.onRecord(mirror, MediumWatch.NONE);
                if (mirrored != null) {
                    scale = mirrored.scale();
                    return new BankOnRecord(inMirrorOnly(settings, mirror, mirrored), scale);
                }
            }
            return new BankOnRecord(onNone(settings), scale);
        } catch (IOException | MirrorRefused e) {
            return new BankOnRecord(
                    DoctorFinding.fault(SUBJECT, "the record in " + read + " cannot be read: " + FailureText.of(e)),
                    scale);
        }
    }

    private static DoctorFinding onNone(BankSettings settings) {
        Path data = settings.data();
        return settings.founds()
                ? DoctorFinding.fine(SUBJECT, "the start founds one in " + data + ": " + settings.scale())
                : DoctorFinding.fault(
                        SUBJECT, data + " holds no bank on record. Found one first: ./bank found --data " + data);
    }

    /** The disk of the data directory was replaced, or is not mounted. */
    private static DoctorFinding inMirrorOnly(BankSettings settings, Path mirror, BankIdentity mirrored)
            throws IOException {
        Path data = settings.data();
        String found = data + " holds no bank on record, and its mirror " + mirror + " holds bank " + mirrored.id()
                + ": " + mirrored.scale() + ", " + mirrored.currency() + ". If the disk of " + data
                + " is only not mounted, mount it. ";
        String rewrites = "the start rewrites " + data + " from the mirror";
        boolean needsNumber = BankFolders.isOfTwoCopies(mirror, MediumWatch.NONE);
        LoneCopy accepted = settings.journal().loneCopy();
        if (settings.founds()) {
            return DoctorFinding.fault(
                    SUBJECT,
                    found + "A start that founds a bank is refused. Leave the founding out (--found, bank.found)");
        }
        if (needsNumber && accepted.equals(LoneCopy.NONE)) {
            return DoctorFinding.fault(
                    SUBJECT,
                    found + "If it was replaced: the start is refused, because both copies were in use last, and names"
                            + " a number. With --accept-lone-copy and that number, " + rewrites);
        }
        if (needsNumber) {
            return DoctorFinding.warning(
                    SUBJECT,
                    found + "If it was replaced: " + rewrites + " if " + accepted.number()
                            + " (--accept-lone-copy) is the number that an earlier start named");
        }
        return DoctorFinding.warning(
                SUBJECT,
                found + "If it was replaced: " + rewrites
                        + " without a further option, because the mirror was the only copy in use last");
    }
}
