package org.debitcredit.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A folder in memory that can stop at its n-th change and lose power. What was not forced is then kept or lost piece by
 * piece, as the seed has it, the names and lengths too. Delivers short reads.
 */
public final class MemoryFolder implements Folder {

    public long usableBytes = Long.MAX_VALUE;

    private final TreeMap<String, Content> names = new TreeMap<>();
    private TreeMap<String, Content> durableNames = new TreeMap<>();
    private long changes;
    private long stopAt = Long.MAX_VALUE;

    private static final class Content {
        byte[] written = {};
        byte[] durable = {};
    }

    /** Changes made so far: writes, forces, and what is done to names. */
    public synchronized long changes() {
        return changes;
    }

    /**
     * The change of this number, counted from 1, and all later ones fail; a write that fails may have reached the disk.
     */
    public MemoryFolder stopAt(long change) {
        stopAt = change;
        return this;
    }

    /** What a power cut leaves, torn in pieces of so many bytes. */
    public MemoryFolder cutPower(SplittableRandom random, int pieceBytes) {
        MemoryFolder after = new MemoryFolder();
        (random.nextBoolean() ? names : durableNames)
                .forEach((name, content) -> after.names.put(name, survivor(content, random, pieceBytes)));
        after.durableNames = new TreeMap<>(after.names);
        return after;
    }

    private static Content survivor(Content content, SplittableRandom random, int pieceBytes) {
        boolean grew = random.nextBoolean();
        byte[] bytes = Arrays.copyOf(content.durable, grew ? content.written.length : content.durable.length);
        for (int at = 0; at < bytes.length; at += pieceBytes) {
            if (random.nextBoolean()) {
                System.arraycopy(content.written, at, bytes, at, Math.min(pieceBytes, bytes.length - at));
            }
        }
        Content survivor = new Content();
        survivor.written = bytes;
        survivor.durable = bytes.clone();
        return survivor;
    }

    /** The bytes of a file, to look at and to damage. */
    public byte[] bytes(String name) throws IOException {
        return content(name).written;
    }

    private synchronized void change() throws IOException {
        if (++changes >= stopAt) {
            throw new IOException("stopped at change " + changes);
        }
    }

    private Content content(String name) throws IOException {
        Content content = names.get(name);
        if (content == null) {
            throw new NoSuchFileException(name);
        }
        return content;
    }

    @Override
    public synchronized List<String> names() {
        return List.copyOf(names.keySet());
    }

    @Override
    public synchronized DataFile create(String name) throws IOException {
        change();
        if (names.containsKey(name)) {
            throw new FileAlreadyExistsException(name);
        }
        names.put(name, new Content());
        return open(name);
    }

    @Override
    public synchronized DataFile open(String name) throws IOException {
        return new MemoryFile(content(name));
    }

    @Override
    public synchronized void rename(String from, String to) throws IOException {
        change();
        Content content = content(from);
        names.remove(from);
        names.put(to, content);
    }

    @Override
    public synchronized void delete(String name) throws IOException {
        change();
        content(name);
        names.remove(name);
    }

    @Override
    public synchronized void force() throws IOException {
        change();
        durableNames = new TreeMap<>(names);
    }

    @Override
    public long usableBytes() {
        return usableBytes;
    }

    @Override
    public String place(String name) {
        return "memory/" + name;
    }

    @Override
    public Folder folder(String name) {
        throw new UnsupportedOperationException("a journal of segments has no directories");
    }

    private final class MemoryFile implements DataFile {

        private final Content content;

        MemoryFile(Content content) {
            this.content = content;
        }

        @Override
        public long size() {
            synchronized (MemoryFolder.this) {
                return content.written.length;
            }
        }

        @Override
        public int read(ByteBuffer into, long at) {
            synchronized (MemoryFolder.this) {
                int rest = content.written.length - (int) at;
                if (rest <= 0) {
                    return -1;
                }
                int length = Math.min(Math.min(rest, into.remaining()), 5_000);
                into.put(content.written, (int) at, length);
                return length;
            }
        }

        @Override
        public void write(ByteBuffer from, long at) throws IOException {
            synchronized (MemoryFolder.this) {
                int length = from.remaining();
                if (at + length > content.written.length) {
                    content.written = Arrays.copyOf(content.written, (int) at + length);
                }
                from.get(content.written, (int) at, length);
                change();
            }
        }

        @Override
        public void force() throws IOException {
            synchronized (MemoryFolder.this) {
                change();
                content.durable = content.written.clone();
            }
            Thread.yield(); // as on a disk, others get on meanwhile
        }

        @Override
        public void close() {
            // nothing is held
        }
    }
}
