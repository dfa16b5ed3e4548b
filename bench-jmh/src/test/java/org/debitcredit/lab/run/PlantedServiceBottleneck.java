package org.debitcredit.lab.run;

import java.util.List;
import org.debitcredit.lab.Resource;

/**
 * A bottleneck that is planted into a service. Without it, the service is limited by its processors. Only the service of
 * the slow line is limited by its writer: with a slow line processors are nearly idle, where a transaction costs two to
 * four times as much as on busy ones, so that the steps do not show the limit of the processors.
 */
enum PlantedServiceBottleneck {
    SLOW_LINE(Resource.LINE) {
        @Override
        Setting setting() {
            return base().but(draft -> {
                draft.batch = 250;
                draft.inFlight = 16;
            });
        }

        @Override
        List<String> otherOptions() {
            return List.of("-D" + PlantedDelays.WRITER + "=10000");
        }
    },
    SLOW_FORCE(Resource.FORCE) {
        @Override
        Setting setting() {
            return base();
        }

        @Override
        List<String> javaOptions(int size) {
            return List.of("-D" + PlantedDelays.FORCE + "=" + 1_000 * (1 + size));
        }
    },
    ONE_PROCESSOR(Resource.PROCESSORS) {
        @Override
        Setting setting() {
            return base().but(draft -> draft.processors = 1);
        }

        @Override
        Setting cleared() {
            return base();
        }
    },
    SMALL_MEMORY(Resource.MEMORY) {
        @Override
        Setting setting() {
            return base().but(draft -> draft.heapMegabytes = 60);
        }

        @Override
        Setting cleared() {
            return setting().but(draft -> draft.heapMegabytes = base().heapMegabytes());
        }
    },
    DATABASE_LOCK(Resource.DATABASE) {
        @Override
        Setting setting() {
            return base().but(draft -> {
                draft.ledger = Setting.SQLITE;
                draft.cacheKib = 65_536;
                draft.batch = 1;
                draft.inFlight = 1_024;
            });
        }
    },
    SLOW_WRITER(Resource.WRITER) {
        @Override
        Setting setting() {
            return base();
        }

        @Override
        List<String> javaOptions(int size) {
            return List.of("-D" + PlantedDelays.WRITER + "=" + 1_000 * (2 + size));
        }
    };

    private final Resource resource;

    PlantedServiceBottleneck(Resource resource) {
        this.resource = resource;
    }

    /** What should be named. */
    Resource resource() {
        return resource;
    }

    /** The setting under which it is planted. */
    abstract Setting setting();

    /** The setting without it; it differs only where the plant is a lever's place. */
    Setting cleared() {
        return setting();
    }

    /**
     * Options that plant it into the service's JVM.
     *
     * @param size 1 to 3
     */
    List<String> javaOptions(int size) {
        return List.of();
    }

    /** Options of the service's JVM with and without the plant. */
    List<String> otherOptions() {
        return List.of();
    }

    private static Setting base() {
        return Starts.poor().but(draft -> {
            draft.processors = 0;
            draft.lineBytesPerSecond = 0;
            draft.heapMegabytes = 1_024;
            draft.ledger = Setting.MEMORY;
            draft.journal = Setting.FILE;
            draft.isDurableCommit = false;
            draft.terminals = 8;
            draft.batch = 100;
            draft.inFlight = 64;
        });
    }
}
