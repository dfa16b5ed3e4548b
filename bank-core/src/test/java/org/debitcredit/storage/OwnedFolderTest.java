package org.debitcredit.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnedFolderTest {

    @TempDir
    Path temp;

    private boolean isGone;

    private final FolderLock lock = new FolderLock() {
        @Override
        public void requireHeld() throws IOException {
            if (isGone) {
                throw new IOException("the lock is gone");
            }
        }

        @Override
        public void close() {}
    };

    private static void assertRefused(ThrowingCallable change) {
        assertThatThrownBy(change).isInstanceOf(IOException.class).hasMessage("the lock is gone");
    }

    /** A segment in the making was named in place of one that another server had made meanwhile. */
    @Test
    void whoever_has_lost_its_lock_changes_neither_a_name_nor_a_byte() throws IOException {
        Folder folder = new OwnedFolder(DiskFolder.open(temp), lock);
        try (DataFile made = folder.create("unfinished-segment")) {
            made.write(ByteBuffer.wrap(new byte[] {1}), 0);
            Files.write(temp.resolve("segment-000001"), new byte[] {2});
            isGone = true;
            assertRefused(() -> made.write(ByteBuffer.wrap(new byte[] {3}), 0));
            assertRefused(() -> folder.rename("unfinished-segment", "segment-000001"));
            assertRefused(() -> folder.delete("segment-000001"));
            assertRefused(() -> folder.deleteInPieces("segment-000001"));
            assertRefused(() -> folder.create("segment-000002"));
            assertRefused(() -> folder.folder("snapshots").create("snapshot"));
            try (DataFile opened = folder.open("segment-000001")) {
                assertRefused(() -> opened.write(ByteBuffer.wrap(new byte[] {3}), 0));
                ByteBuffer read = ByteBuffer.allocate(1);
                assertThat(opened.readFully(read, 0)).isTrue();
            }
        }
        assertThat(temp.resolve("unfinished-segment")).hasBinaryContent(new byte[] {1});
        assertThat(temp.resolve("segment-000001")).hasBinaryContent(new byte[] {2});
        assertThat(folder.names()).containsExactly("segment-000001", "unfinished-segment");
    }
}
