package org.debitcredit.directory;

import org.debitcredit.settings.JournalKind;

class ChronicleMirrorRepairTest extends MirrorRepairTest {
    ChronicleMirrorRepairTest() {
        super(JournalKind.CHRONICLE);
    }
}
