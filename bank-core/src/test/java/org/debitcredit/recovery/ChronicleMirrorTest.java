package org.debitcredit.recovery;

import java.util.List;

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
