package org.debitcredit.server.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.debitcredit.console.FailureText;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.mirror.MirrorRecord;
import org.debitcredit.storage.DiskFolder;

/** Warns that a data directory is one of two copies of a mirrored bank, of which the other may have more. */
final class CopyWarning {

    private CopyWarning() {}

    /** Prints the warning to stderr where it applies. A server refuses to start with such a copy alone. */
    static void print(Path data) {
        Path journal = BankFolders.journal(data);
        MirrorRecord record = null;
        try {
            record = Files.isDirectory(journal) ? MirrorRecord.read(DiskFolder.forReading(journal)) : null;
        } catch (IOException | IllegalStateException e) {
            System.err.println("bank: warning: it is unknown whether " + data
                    + " is one of the two copies of a mirrored" + " bank: " + FailureText.of(e));
        }
        if (record != null && record.isDuplex()) {
            System.err.println("bank: warning: " + data + " is one of the two copies of a mirrored bank; the other is "
                    + record.other() + ". If the bank continued there alone, transactions that were acknowledged since"
                    + " then are missing here. Use the copy that was used last");
        }
    }
}
