package org.debitcredit.recovery;

class FileMirrorTest extends MirrorTest {
    FileMirrorTest() {
        super(JournalKind.FILE);
    }
}
