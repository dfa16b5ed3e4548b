package org.debitcredit.directory;

import org.debitcredit.settings.JournalKind;

class FileMirrorRepairTest extends MirrorRepairTest {
    FileMirrorRepairTest() {
        super(JournalKind.FILE);
    }
}
