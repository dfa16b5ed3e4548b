package org.debitcredit.server.doctor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The time that a directory's disk takes for a forced write: a first impression; {@code bank probe} measures it. */
final class QuickForceTime {

    private static final int FORCES = 40;
    private static final int BYTES = 4 << 10;

    /** A very slow disk must not make the command slow. */
    private static final Duration WHOLE_MAX = Duration.ofSeconds(5);

    private QuickForceTime() {}

    /** The median. Writes a small file and deletes it. */
    static Duration of(Path directory) throws IOException {
        Path file = Files.createTempFile(directory, "bank-doctor", ".tmp");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            List<Long> nanos = new ArrayList<>();
            long begin = System.nanoTime();
            for (int force = 0; force < FORCES && System.nanoTime() - begin < WHOLE_MAX.toNanos(); force++) {
                long start = System.nanoTime();
                channel.write(ByteBuffer.allocate(BYTES), 0);
                channel.force(false);
                nanos.add(System.nanoTime() - start);
            }
            Collections.sort(nanos);
            return Duration.ofNanos(nanos.get(nanos.size() / 2));
        } finally {
            Files.delete(file);
        }
    }
}
