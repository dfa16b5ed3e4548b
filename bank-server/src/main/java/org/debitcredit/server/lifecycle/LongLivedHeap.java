package org.debitcredit.server.lifecycle;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The part of this JVM's heap for objects that outlive collections, for any collector, and its use after collections.
 * To be read after each collection.
 *
 * <p>A collector records a pool's use after a collection in its collection usage. G1 does so only when it collects old
 * regions, which it does only if it finds enough garbage in them. So the smallest use after {@value #LATEST} successive
 * collections counts as well, because by then it would have collected old regions if there were garbage.
 */
final class LongLivedHeap implements Supplier<HeapUse> {

    private static final Pattern SHORT_LIVED = Pattern.compile("Eden|Survivor|Young");
    private static final String G1 = "G1";
    private static final int LATEST = 16;

    private final List<MemoryPoolMXBean> pools;
    private final String names;
    private final boolean isG1;
    /** Use after the latest collections, in any order. */
    private final long[] latestBytes = new long[LATEST];

    private int asked;

    private LongLivedHeap(List<MemoryPoolMXBean> pools) {
        this.pools = pools;
        this.names = pools.stream().map(MemoryPoolMXBean::getName).collect(Collectors.joining(", "));
        this.isG1 = names.startsWith(G1);
    }

    static LongLivedHeap ofThisJvm() {
        return new LongLivedHeap(ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .filter(pool -> !SHORT_LIVED.matcher(pool.getName()).find())
                .toList());
    }

    @Override
    public HeapUse get() {
        long now = 0;
        long collected = 0;
        long max = 0;
        for (MemoryPoolMXBean pool : pools) {
            MemoryUsage usage = pool.getUsage();
            MemoryUsage afterCollection = pool.getCollectionUsage();
            now += usage.getUsed();
            // The current use is the smaller one if it has fallen since the collection.
            collected += afterCollection == null ? 0 : Math.min(afterCollection.getUsed(), usage.getUsed());
            max += usage.getMax() > 0 ? usage.getMax() : usage.getCommitted();
        }
        latestBytes[asked++ % LATEST] = now;
        long leastOfLatest =
                asked < LATEST ? 0 : Arrays.stream(latestBytes).min().orElse(0);
        return new HeapUse(names, isG1 ? Math.max(collected, leastOfLatest) : collected, Math.max(1, max));
    }
}
