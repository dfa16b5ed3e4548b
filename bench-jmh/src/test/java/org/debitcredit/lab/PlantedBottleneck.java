package org.debitcredit.lab;

import java.util.SplittableRandom;

/**
 * A planted bottleneck: it lets so many transactions per second through that the bank would do several times as many
 * without it. Cleared, it costs next to nothing.
 */
enum PlantedBottleneck {
    SLOW_LINE(Resource.LINE) {
        @Override
        SimulatedBankParameters in(SimulatedBankParameters bank, double perSecond, int inFlight) {
            return bank.with(it -> it.lineSeconds = 1 / perSecond);
        }

        @Override
        SimulatedBankParameters cleared(SimulatedBankParameters planted) {
            return planted.with(it -> it.lineSeconds /= 1_000);
        }
    },
    SLOW_FORCE(Resource.FORCE) {
        @Override
        SimulatedBankParameters in(SimulatedBankParameters bank, double perSecond, int inFlight) {
            return bank.with(it -> it.forceSeconds = Math.min(inFlight, it.groupMax) / perSecond);
        }

        @Override
        SimulatedBankParameters cleared(SimulatedBankParameters planted) {
            return planted.with(it -> it.forceSeconds /= 1_000);
        }
    },
    ONE_PROCESSOR(Resource.PROCESSORS) {
        @Override
        SimulatedBankParameters in(SimulatedBankParameters bank, double perSecond, int inFlight) {
            return bank.with(it -> {
                it.processors = 1;
                it.loops = 8;
                it.loopSeconds = 1 / perSecond;
            });
        }

        @Override
        SimulatedBankParameters cleared(SimulatedBankParameters planted) {
            return planted.with(it -> it.processors = 64);
        }
    },
    SMALL_MEMORY(Resource.MEMORY) {
        @Override
        SimulatedBankParameters in(SimulatedBankParameters bank, double perSecond, int inFlight) {
            return bank.with(it -> it.faults = 1 / (perSecond * it.accessSeconds));
        }

        @Override
        SimulatedBankParameters cleared(SimulatedBankParameters planted) {
            return planted.with(it -> it.faults = 0);
        }
    },
    LOCK_IN_DATABASE(Resource.DATABASE) {
        @Override
        SimulatedBankParameters in(SimulatedBankParameters bank, double perSecond, int inFlight) {
            return bank.with(it -> {
                it.databaseSeconds = 0;
                it.lockSeconds = Math.min(inFlight, it.groupMax) / perSecond;
            });
        }

        @Override
        SimulatedBankParameters cleared(SimulatedBankParameters planted) {
            return planted.with(it -> it.lockSeconds = 0);
        }
    },
    WRITER(Resource.WRITER) {
        @Override
        SimulatedBankParameters in(SimulatedBankParameters bank, double perSecond, int inFlight) {
            return bank.with(it -> it.writerSeconds = 1 / perSecond);
        }

        @Override
        SimulatedBankParameters cleared(SimulatedBankParameters planted) {
            return planted.with(it -> {
                it.writerGroupSeconds = 0;
                it.writerSeconds = 0;
            });
        }
    };

    private final Resource resource;

    PlantedBottleneck(Resource resource) {
        this.resource = resource;
    }

    /** The resource that a finder has to name. */
    Resource resource() {
        return resource;
    }

    static PlantedBottleneck draw(SplittableRandom random) {
        return values()[random.nextInt(values().length)];
    }

    /** The bank with the bottleneck, which lets about so many transactions per second through, or fewer. */
    abstract SimulatedBankParameters in(SimulatedBankParameters bank, double perSecond, int inFlight);

    /** The bank without it. */
    abstract SimulatedBankParameters cleared(SimulatedBankParameters planted);
}
