package org.debitcredit.recovery;

class ChronicleMirrorTest extends MirrorTest {
    ChronicleMirrorTest() {
        super(JournalKind.CHRONICLE);
    }
}
