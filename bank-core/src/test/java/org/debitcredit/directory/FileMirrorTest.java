package org.debitcredit.directory;

import org.debitcredit.settings.JournalKind;

class FileMirrorTest extends MirrorTest {
    FileMirrorTest() {
        super(JournalKind.FILE);
    }
}
