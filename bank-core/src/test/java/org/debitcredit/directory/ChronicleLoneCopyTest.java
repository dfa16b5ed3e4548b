package org.debitcredit.directory;

import org.debitcredit.settings.JournalKind;

class ChronicleLoneCopyTest extends LoneCopyTest {
    ChronicleLoneCopyTest() {
        super(JournalKind.CHRONICLE);
    }
}
