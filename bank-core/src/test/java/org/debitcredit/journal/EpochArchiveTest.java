package org.debitcredit.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.debitcredit.storage.DataFile;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.storage.Folder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EpochArchiveTest {

    /** Longer than what is copied at once. */
    private static final int BYTES = (1 << 20) + 17;

    @TempDir
    Path temp;

    private static void put(Folder folder, String name, int bytes, byte fill) throws IOException {
        ByteBuffer content = ByteBuffer.allocate(bytes);
        while (content.hasRemaining()) {
            content.put(fill);
        }
        try (DataFile file = folder.create(name)) {
            file.write(content.flip(), 0);
        }
    }

    /** A copy of a mirrored bank archives nothing while it is lost. */
    @Test
    void an_archive_gets_the_epochs_that_it_lacks_and_keeps_those_that_it_has() throws IOException {
        Folder from = DiskFolder.open(temp.resolve("from"));
        Folder to = DiskFolder.open(temp.resolve("to"));
        put(from, "epoch-000001", 3, (byte) 1);
        put(from, "epoch-000002", BYTES, (byte) 2);
        put(from, "epoch-000004.unfinished", 5, (byte) 4);
        put(to, "epoch-000001", 3, (byte) 7);
        put(to, "epoch-000002.unfinished", 9, (byte) 9);
        EpochArchive.copyMissing(new EpochArchive(from), new EpochArchive(to));
        assertThat(to.names()).containsExactly("epoch-000001", "epoch-000002");
        assertThat(temp.resolve("to/epoch-000001")).hasBinaryContent(new byte[] {7, 7, 7});
        assertThat(temp.resolve("to/epoch-000002")).hasSameBinaryContentAs(temp.resolve("from/epoch-000002"));
    }
}
