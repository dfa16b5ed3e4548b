package org.debitcredit.lab.run;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.debitcredit.lab.Resource;

/**
 * A change of the setting that clears a resource, in the order in which they are tried: what costs least first. A lever
 * is pulled by measuring another setting, and put back by returning to the first.
 */
enum Lever {
    FASTER_LINE("a line as fast as the network", Set.of(Resource.LINE)) {
        @Override
        void pull(Setting.Draft draft, Means means) {
            draft.lineBytesPerSecond = 0;
        }
    },
    MORE_MEMORY("more memory", Set.of(Resource.MEMORY, Resource.DISK)) {
        @Override
        void pull(Setting.Draft draft, Means means) {
            draft.heapMegabytes = Math.max(draft.heapMegabytes, AMPLE_HEAP_MEGABYTES);
            draft.cacheKib = Math.max(draft.cacheKib, AMPLE_CACHE_KIB);
        }
    },
    MORE_PROCESSORS("all processors", Set.of(Resource.PROCESSORS, Resource.EVENT_LOOPS)) {
        @Override
        void pull(Setting.Draft draft, Means means) {
            draft.processors = draft.processors < means.processors() ? 0 : draft.processors;
        }
    },
    ONE_LOG("commits forced by the journal only", Set.of(Resource.DATABASE, Resource.DISK)) {
        @Override
        void pull(Setting.Draft draft, Means means) {
            draft.isDurableCommit = false;
        }
    },
    LOG_APART("log and data on separate devices", Set.of(Resource.FORCE, Resource.DISK, Resource.DATABASE)) {
        @Override
        void pull(Setting.Draft draft, Means means) {
            draft.isLogApart |= means.hasSecondDirectory();
        }
    },
    NO_MIRROR("no mirror", Set.of(Resource.FORCE)) {
        @Override
        void pull(Setting.Draft draft, Means means) {
            draft.isMirrored = false;
        }
    },
    FILE_JOURNAL("the file journal", Set.of(Resource.FORCE)) {
        @Override
        void pull(Setting.Draft draft, Means means) {
            draft.journal = Setting.FILE;
        }
    },
    MORE_IN_FLIGHT("more submissions in flight, so that a force covers more of them", Set.of(Resource.FORCE)) {
        @Override
        void pull(Setting.Draft draft, Means means) {
            draft.inFlight = Math.max(draft.inFlight, SUBMISSIONS_PER_TERMINAL * draft.terminals);
        }
    },
    BATCHES(
            "many transactions in a submission",
            Set.of(
                    Resource.PROCESSORS,
                    Resource.EVENT_LOOPS,
                    Resource.CLIENT,
                    Resource.DATABASE,
                    Resource.WRITER,
                    Resource.FORCE,
                    Resource.LINE)) {
        @Override
        void pull(Setting.Draft draft, Means means) {
            draft.batch = Math.max(draft.batch, BATCH);
        }
    },
    LEDGER_IN_MEMORY("the ledger in memory", Set.of(Resource.DATABASE, Resource.WRITER, Resource.DISK)) {
        @Override
        void pull(Setting.Draft draft, Means means) {
            draft.ledger = Setting.MEMORY;
            draft.isDurableCommit = false;
        }
    };

    static final int AMPLE_HEAP_MEGABYTES = 1_024;
    static final int AMPLE_CACHE_KIB = 65_536;
    private static final int SUBMISSIONS_PER_TERMINAL = 8;
    private static final int BATCH = 100;

    /**
     * What the machine has.
     *
     * @param processors of the machine
     * @param hasSecondDirectory whether there is a directory on another device
     */
    record Means(int processors, boolean hasSecondDirectory) {}

    private final String words;
    private final Set<Resource> clears;

    Lever(String words, Set<Resource> clears) {
        this.words = words;
        this.clears = clears;
    }

    /** What it brings, in words. */
    String words() {
        return words;
    }

    /** Changes the draft; leaves it as it is if the lever is pulled already, or if the machine lacks what it takes. */
    abstract void pull(Setting.Draft draft, Means means);

    /** The setting with this lever pulled. */
    final Setting pulled(Setting setting, Means means) {
        return setting.but(draft -> pull(draft, means));
    }

    /** The first lever that clears a resource and changes the setting. */
    static Optional<Lever> clearing(Resource resource, Setting setting, Means means) {
        return Arrays.stream(values())
                .filter(lever -> lever.clears.contains(resource))
                .filter(lever -> !lever.pulled(setting, means).equals(setting))
                .findFirst();
    }
}
