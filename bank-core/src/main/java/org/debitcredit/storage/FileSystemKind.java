package org.debitcredit.storage;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * The file system that is measured, as the operating system names it.
 *
 * @param type {@code ext4}, {@code xfs}, {@code tmpfs}, ...
 * @param device what is mounted: {@code /dev/vda}
 * @param usableBytes free for this process
 * @param blockBytes of the file system; the unit of direct reads
 */
public record FileSystemKind(String type, String device, long usableBytes, int blockBytes) {

    private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

    /** The file system that holds a directory. */
    public static FileSystemKind of(Path directory) throws IOException {
        FileStore store = Files.getFileStore(directory);
        return new FileSystemKind(
                store.type(), store.name(), store.getUsableSpace(), Math.toIntExact(store.getBlockSize()));
    }

    /** Whether its contents are lost at a power cut even if they are forced. */
    public boolean isMemory() {
        return IN_MEMORY.contains(type);
    }

    @Override
    public String toString() {
        return type + " on " + device;
    }
}
