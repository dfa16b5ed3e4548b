package org.debitcredit.directory;

import java.util.List;
import org.debitcredit.settings.JournalKind;

class ChronicleMirrorTest extends MirrorTest {
    ChronicleMirrorTest() {
        super(JournalKind.CHRONICLE);
    }

    /** A start takes Chronicle longer: the other kind takes the other steps. */
    @Override
    List<String> steps() {
        return List.of("force");
    }
}
