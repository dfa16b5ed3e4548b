package org.debitcredit.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Looks every five seconds at what a server takes: memory of its own, what its heap holds after collections, and the
 * bytes of its data directory. The server has a heap of a fixed size: otherwise memory grows when the JVM makes the
 * heap larger, though it holds no more.
 */
final class SoakWatch implements AutoCloseable {

    private static final int EVERY_SECONDS = 5;
    private static final int LINE_EVERY = 12;

    /** {@code 563M->174M(651M)}: before, after, and the size of the heap. */
    private static final Pattern COLLECTION = Pattern.compile("Pause .*M->(\\d+)M\\(");

    /**
     * One look.
     *
     * @param memoryBytes resident, without what is mapped from files ({@code RssAnon}); the whole heap is in it
     * @param liveBytes least that the heap held after a collection since the last look
     * @param diskBytes of the data directory
     */
    record Look(long memoryBytes, long liveBytes, long diskBytes) {}

    private final long pid;
    private final Path data;
    private final Path collections;
    private int linesSeen;
    private long liveBytes;
    private final List<Look> looks = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

    /** @param collections the file that the server's JVM logs its collections to */
    SoakWatch(TestedServer server, Path data, Path collections) {
        this.pid = server.pid();
        this.data = data;
        this.collections = collections;
        timer.scheduleAtFixedRate(this::look, 0, EVERY_SECONDS, TimeUnit.SECONDS);
    }

    private void look() {
        Look look = new Look(memoryBytes(), liveBytes(), diskBytes(data));
        looks.add(look);
        if (looks.size() % LINE_EVERY == 0) {
            System.out.printf(
                    "soak, minute %d: memory %d MB, live %d MB, disk %d MB%n",
                    looks.size() / LINE_EVERY, look.memoryBytes >> 20, look.liveBytes >> 20, look.diskBytes >> 20);
        }
    }

    private long memoryBytes() {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
            return lines.filter(line -> line.startsWith("RssAnon:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }

    private long liveBytes() {
        try (Stream<String> lines = Files.lines(collections)) {
            List<Long> after = lines.skip(linesSeen)
                    .peek(line -> linesSeen++)
                    .map(COLLECTION::matcher)
                    .filter(Matcher::find)
                    .map(found -> Long.parseLong(found.group(1)) << 20)
                    .toList();
            liveBytes = after.stream().mapToLong(Long::longValue).min().orElse(liveBytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return liveBytes;
    }

    /** Files come and go meanwhile. */
    static long diskBytes(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.mapToLong(SoakWatch::size).sum();
        } catch (UncheckedIOException | IOException e) {
            return 0;
        }
    }

    private static long size(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : 0;
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The largest of a part of the time, from one tenth to another. */
    long largest(ToLongFunction<Look> of, int fromTenth, int toTenth) {
        return part(fromTenth, toTenth).stream().mapToLong(of).max().orElse(0);
    }

    /** The smallest of a part of the time. */
    long smallest(ToLongFunction<Look> of, int fromTenth, int toTenth) {
        return part(fromTenth, toTenth).stream().mapToLong(of).min().orElse(0);
    }

    private List<Look> part(int fromTenth, int toTenth) {
        List<Look> all = List.copyOf(looks);
        return all.subList(all.size() * fromTenth / 10, all.size() * toTenth / 10);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
