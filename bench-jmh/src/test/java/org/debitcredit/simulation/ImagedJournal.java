package org.debitcredit.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.chronicle.ChronicleJournal;

/**
 * A journal on Chronicle Queue in a real directory, of which crash images are made: a copy of the directory in which
 * each 4-KiB page is as it was forced last, or as it is now.
 */
final class ImagedJournal implements Journal {

    /** Of each epoch's file; the tiny epochs of a simulation end long before. */
    private static final int IMAGED_BYTES = 512 << 10;

    private static final int PAGE_BYTES = 4096;
    private static final int FILL_AHEAD_BYTES = 1 << 20;

    private final Path directory;
    private final ChronicleJournal journal;
    private final SplittableRandom random;
    private final Map<String, byte[]> durable;
    private final boolean forces;
    private String current = "";
    private int forcesToDeath;
    private boolean dead;
    /** Whether the pages of the last group were lost by a force that failed, though the cache shows them. */
    private boolean isLost;

    /**
     * @param durable bytes of each epoch as they were forced last, from the life before
     * @param isLost whether the life before ended in a force that failed
     * @param forces false for the planted fault that acknowledges first
     */
    ImagedJournal(
            Path directory,
            SplittableRandom random,
            Map<String, byte[]> durable,
            boolean isLost,
            int forcesToDeath,
            boolean forces)
            throws IOException {
        this.directory = directory;
        this.random = random;
        this.durable = new HashMap<>(durable);
        this.isLost = isLost;
        this.forcesToDeath = forcesToDeath;
        this.forces = forces;
        this.journal = ChronicleJournal.open(directory, FILL_AHEAD_BYTES);
    }

    boolean isDead() {
        return dead;
    }

    /** Copies the directory as a killed server leaves it, or as a power cut does. */
    Map<String, byte[]> image(Path to, boolean powerCut) throws IOException {
        Map<String, byte[]> known = new HashMap<>();
        try (Stream<Path> entries = Files.list(directory)) {
            for (Path epoch : entries.filter(
                            entry -> entry.getFileName().toString().startsWith("epoch-"))
                    .sorted()
                    .toList()) {
                String name = epoch.getFileName().toString();
                byte[] now = bytes(epoch);
                byte[] before = durable.getOrDefault(name, new byte[now.length]);
                byte[] image = powerCut ? mixed(before, now, name) : now;
                Path copy = Files.createDirectories(to.resolve(name));
                Files.write(copy.resolve("19700101F.cq4"), image);
                known.put(name, powerCut ? image : before);
            }
        }
        return known;
    }

    private byte[] mixed(byte[] before, byte[] now, String name) {
        byte[] image = now.clone();
        for (int at = 0; at < image.length; at += PAGE_BYTES) {
            boolean isOld = isLost && !name.equals(current) || random.nextBoolean();
            if (isOld) {
                System.arraycopy(before, at, image, at, PAGE_BYTES);
            }
        }
        return image;
    }

    private static byte[] bytes(Path epoch) throws IOException {
        try (Stream<Path> entries = Files.list(epoch)) {
            Path file = entries.filter(path -> path.toString().endsWith(".cq4"))
                    .findFirst()
                    .orElse(null);
            if (file == null) {
                return new byte[IMAGED_BYTES];
            }
            try (InputStream in = Files.newInputStream(file)) {
                return Arrays.copyOf(in.readNBytes(IMAGED_BYTES), IMAGED_BYTES);
            }
        }
    }

    @Override
    public void beginEpoch(long epoch) throws IOException {
        journal.beginEpoch(epoch);
        if (!isLost || !current.isEmpty()) {
            for (long earlier : journal.epochs()) {
                if (earlier != epoch) {
                    note(name(earlier));
                }
            }
        }
        current = name(epoch);
    }

    private void note(String epoch) throws IOException {
        if (forces) {
            durable.put(epoch, bytes(directory.resolve(epoch)));
        }
    }

    private static String name(long epoch) {
        return String.format("epoch-%06d", epoch);
    }

    @Override
    public void force() throws IOException {
        if (durable.containsKey(current) && forcesToDeath-- == 0) {
            dead = true;
            throw new ProcessDeath();
        }
        journal.force();
        note(current);
    }

    @Override
    public void append(ByteBuffer document) throws IOException {
        journal.append(document);
    }

    @Override
    public void removeThrough(long epoch) throws IOException {
        journal.removeThrough(epoch);
    }

    @Override
    public long bytes() {
        return journal.bytes();
    }

    @Override
    public List<Long> epochs() throws IOException {
        return new ArrayList<>(journal.epochs());
    }

    @Override
    public DocumentSource read(long epoch) throws IOException {
        return journal.read(epoch);
    }

    @Override
    public void close() throws IOException {
        journal.close();
    }
}
