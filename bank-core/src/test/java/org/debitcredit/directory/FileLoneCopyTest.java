package org.debitcredit.directory;

import org.debitcredit.settings.JournalKind;

class FileLoneCopyTest extends LoneCopyTest {
    FileLoneCopyTest() {
        super(JournalKind.FILE);
    }
}
