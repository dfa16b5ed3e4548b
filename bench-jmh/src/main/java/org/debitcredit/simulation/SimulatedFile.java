package org.debitcredit.simulation;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one file, twice: as processes see them, in the page cache, and as they are on the medium.
 *
 * <pre>
 *   cached page, durable page      the same array: clean
 *                                  another: dirty; a power cut leaves the old one, the new one, or some sectors of each
 *                                  another, and lost: a force failed on it; it counts as clean, and no later
 *                                  force helps
 *   null                           zeros
 * </pre>
 */
final class SimulatedFile implements SimulatedNode {

    static final int PAGE_BYTES = 4096;
    static final int SECTOR_BYTES = 512;

    private @Nullable byte[][] cached = new byte[0][];
    private @Nullable byte[][] durable = new byte[0][];
    private final BitSet lost = new BitSet();
    private long cachedSize;
    private long durableSize;

    private @Nullable SimulatedProcess lockedBy;

    long size() {
        return cachedSize;
    }

    /** Locks the file for a process; returns false where a living one has locked it. */
    boolean lock(SimulatedProcess process) {
        if (lockedBy != null && !lockedBy.isDead()) {
            return false;
        }
        lockedBy = process;
        return true;
    }

    void unlock() {
        lockedBy = null;
    }

    /** Reads up to so many bytes; -1 at the end. */
    int read(ByteBuffer into, long at, int bytesMax) {
        if (at >= cachedSize) {
            return -1;
        }
        int total = (int) Math.min(Math.min(bytesMax, into.remaining()), cachedSize - at);
        for (int done = 0; done < total; ) {
            int inPage = (int) ((at + done) % PAGE_BYTES);
            int length = Math.min(total - done, PAGE_BYTES - inPage);
            byte[] page = cached[(int) ((at + done) / PAGE_BYTES)];
            if (page == null) {
                into.put(ZEROS, 0, length);
            } else {
                into.put(page, inPage, length);
            }
            done += length;
        }
        return total;
    }

    private static final byte[] ZEROS = new byte[PAGE_BYTES];

    /** Writes the first so many bytes of the buffer's rest. */
    void write(ByteBuffer from, long at, int bytes) {
        reach(at + bytes);
        for (int done = 0; done < bytes; ) {
            int inPage = (int) ((at + done) % PAGE_BYTES);
            int length = Math.min(bytes - done, PAGE_BYTES - inPage);
            from.get(writable((int) ((at + done) / PAGE_BYTES)), inPage, length);
            done += length;
        }
        cachedSize = Math.max(cachedSize, at + bytes);
    }

    private void reach(long size) {
        int pages = (int) ((size + PAGE_BYTES - 1) / PAGE_BYTES);
        if (pages > cached.length) {
            int room = Math.max(pages, Math.min(2 * cached.length, cached.length + 64));
            cached = Arrays.copyOf(cached, room);
            durable = Arrays.copyOf(durable, room);
        }
    }

    private byte[] writable(int number) {
        byte[] page = cached[number];
        lost.clear(number);
        if (page == null) {
            page = new byte[PAGE_BYTES];
            cached[number] = page;
        } else if (page == durable[number]) {
            page = page.clone();
            cached[number] = page;
        }
        return page;
    }

    /** Everything written is on the medium, but for what an earlier force lost. */
    void force() {
        for (int number = 0; number < cached.length; number++) {
            if (!lost.get(number)) {
                durable[number] = cached[number];
            }
        }
        durableSize = cachedSize;
    }

    /**
     * A force that fails: each dirty page may be on the medium, or torn, or not, and may still be in the cache, or not.
     * All of them are clean now.
     */
    void failForce(RandomGenerator random) {
        for (int number = 0; number < cached.length; number++) {
            if (cached[number] == durable[number] || lost.get(number)) {
                continue;
            }
            switch (random.nextInt(5)) {
                case 0 -> durable[number] = cached[number];
                case 1 -> cached[number] = durable[number];
                case 2 -> {
                    durable[number] = torn(durable[number], cached[number], random);
                    lost.set(number);
                }
                default -> lost.set(number);
            }
        }
        durableSize = random.nextBoolean() ? cachedSize : durableSize;
    }

    /** Cuts the power. Afterwards the cache has the contents of the medium. */
    @Override
    public void cutPower(RandomGenerator random) {
        for (int number = 0; number < cached.length; number++) {
            if (cached[number] != durable[number] && !lost.get(number)) {
                durable[number] = switch (random.nextInt(3)) {
                    case 0 -> durable[number];
                    case 1 -> cached[number];
                    default -> torn(durable[number], cached[number], random);
                };
            }
        }
        lost.clear();
        truncate(random.nextBoolean() ? cachedSize : durableSize);
        cached = durable.clone();
    }

    private static byte[] torn(byte @Nullable [] before, byte @Nullable [] after, RandomGenerator random) {
        byte[] page = before == null ? new byte[PAGE_BYTES] : before.clone();
        byte[] other = after == null ? ZEROS : after;
        for (int at = 0; at < PAGE_BYTES; at += SECTOR_BYTES) {
            if (random.nextBoolean()) {
                System.arraycopy(other, at, page, at, SECTOR_BYTES);
            }
        }
        return page;
    }

    private void truncate(long size) {
        durableSize = size;
        cachedSize = size;
        int pages = (int) ((size + PAGE_BYTES - 1) / PAGE_BYTES);
        for (int number = pages; number < durable.length; number++) {
            durable[number] = null;
        }
        int rest = (int) (size % PAGE_BYTES);
        byte[] last = rest == 0 ? null : durable[pages - 1];
        if (last != null) {
            byte[] cut = last.clone();
            Arrays.fill(cut, rest, PAGE_BYTES, (byte) 0);
            durable[pages - 1] = cut;
        }
    }

    @Override
    public boolean hasLostPages() {
        return !lost.isEmpty();
    }

    @Override
    public SimulatedFile copy(Map<SimulatedNode, SimulatedNode> copies) {
        SimulatedFile copy = new SimulatedFile();
        copies.put(this, copy);
        copy.durable = durable.clone();
        copy.cached = cached.clone();
        for (int number = 0; number < cached.length; number++) {
            byte[] page = cached[number];
            if (page != null && page != durable[number]) {
                copy.cached[number] = page.clone();
            }
        }
        copy.lost.or(lost);
        copy.cachedSize = cachedSize;
        copy.durableSize = durableSize;
        return copy;
    }

    /** Offset of the first byte that is not 0, from a place on; after the last one the first of all, or 0. */
    long writtenFrom(long at) {
        for (long place = at; place < cachedSize; place++) {
            if (isWritten(place)) {
                return place;
            }
        }
        return at == 0 ? 0 : writtenFrom(0);
    }

    private boolean isWritten(long at) {
        byte[] page = cached[(int) (at / PAGE_BYTES)];
        return page != null && page[(int) (at % PAGE_BYTES)] != 0;
    }

    /** Changes one bit, in the cache and on the medium. */
    void flipBit(long at, int bit) {
        int number = (int) (at / PAGE_BYTES);
        byte[] page = writable(number);
        page[(int) (at % PAGE_BYTES)] ^= (byte) (1 << bit);
        durable[number] = page;
    }
}
