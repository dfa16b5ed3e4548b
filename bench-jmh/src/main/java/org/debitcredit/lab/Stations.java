package org.debitcredit.lab;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The stations that a step's counters describe. */
final class Stations {

    /** Utilisation of the processors from which on a thread's time by the clock includes waiting for a processor. */
    private static final double PROCESSORS_FULL = 0.95;

    /** Stations that only their own resource loads. */
    private static final Map<Resource, Station.Kind> SIMPLE = new EnumMap<>(Map.of(
            Resource.CLIENT, Station.Kind.CLIENT,
            Resource.LINE, Station.Kind.LINE,
            Resource.EVENT_LOOPS, Station.Kind.EVENT_LOOPS));

    private final List<StepCounters> steps;
    private final StepCounters counted;
    private final List<Station> all = new ArrayList<>();

    private Stations(List<StepCounters> steps, StepCounters counted) {
        this.steps = steps;
        this.counted = counted;
    }

    /**
     * The stations of the step that counts.
     *
     * @param steps that were stable
     * @param counted the step whose demand counts
     */
    static List<Station> of(List<StepCounters> steps, StepCounters counted) {
        Stations stations = new Stations(steps, counted);
        SIMPLE.forEach((resource, kind) -> stations.use(resource)
                .ifPresent(use -> stations.add(
                        kind, use.servers(), List.of(stations.part(resource, step -> busy(step, resource))))));
        stations.addProcessors();
        stations.addDisk();
        stations.addThreads();
        return List.copyOf(stations.all);
    }

    private void addProcessors() {
        use(Resource.PROCESSORS)
                .map(use -> processors(use, step -> busy(step, Resource.PROCESSORS)))
                .filter(station -> !station.parts().isEmpty())
                .map(station -> new Station(
                        station.kind(),
                        station.servers(),
                        station.parts(),
                        counted.allProcessors().map(this::onAllProcessors)))
                .ifPresent(all::add);
    }

    /** The station of all processors of the machine, which service and load share once the service may use them. */
    private Station onAllProcessors(ResourceUse use) {
        return processors(
                use,
                step -> step.allProcessors().map(ResourceUse::busySeconds).orElse(busy(step, Resource.PROCESSORS)));
    }

    private Station processors(ResourceUse use, ToDoubleFunction<StepCounters> busySeconds) {
        List<Part> parts = List.of(
                part(Resource.PROCESSORS, step -> others(step, busySeconds.applyAsDouble(step))),
                part(Resource.WRITER, step -> busy(step, Resource.WRITER)),
                part(Resource.EVENT_LOOPS, step -> busy(step, Resource.EVENT_LOOPS)),
                part(Resource.MEMORY, step -> step.memory().collectionSeconds()));
        return new Station(Station.Kind.PROCESSORS, counted.processorsLeft(use.servers()), used(parts));
    }

    /** Seconds of the processors without those of the writer, the event loops, the collections and the compilers. */
    private static double others(StepCounters step, double busySeconds) {
        return Math.max(
                0,
                busySeconds
                        - busy(step, Resource.WRITER)
                        - busy(step, Resource.EVENT_LOOPS)
                        - step.memory().collectionSeconds()
                        - step.compilerSeconds());
    }

    /**
     * A virtual disk is busy at any load, so that a disk counts only by the probed time of its accesses. Accesses that
     * it served at once count by the time that it was busy.
     */
    private void addDisk() {
        use(Resource.DISK).filter(use -> use.probedNanos().isPresent()).ifPresent(use -> {
            Part faults = part(Resource.MEMORY, step -> step.memory().faultSeconds());
            Part forces = part(Resource.FORCE, step -> Math.min(forcesOfDisk(step), diskLeft(step)));
            Part others = part(Resource.DISK, step -> Math.max(0, diskLeft(step) - forcesOfDisk(step)));
            add(Station.Kind.DISK, use.servers(), List.of(others, forces, faults));
        });
    }

    /**
     * What the disk does while the engine's thread is in a force is for this force: a journal that grows writes more
     * than the probe, which writes one block.
     */
    private static double forcesOfDisk(StepCounters step) {
        return step.isLogApart() ? 0 : threadSeconds(step, Resource.FORCE);
    }

    private static double diskLeft(StepCounters step) {
        ResourceUse use = step.uses().get(Resource.DISK);
        double worked = use == null ? 0 : use.workedSeconds().orElse(0);
        return Math.max(0, worked - step.memory().faultSeconds());
    }

    private void addThreads() {
        List<Part> parts = new ArrayList<>();
        for (Resource resource : List.of(Resource.WRITER, Resource.FORCE, Resource.DATABASE)) {
            if (counted.writersThread().contains(resource) && use(resource).isPresent()) {
                parts.add(part(resource, step -> threadSeconds(step, resource)));
            }
        }
        Part stalled = part(Resource.MEMORY, step -> step.memory().stalledSeconds());
        if (!parts.isEmpty()) {
            parts.add(stalled);
            add(Station.Kind.ENGINE, 1, parts);
        }
        if (!counted.writersThread().contains(Resource.DATABASE)) {
            use(Resource.DATABASE)
                    .ifPresent(use -> add(
                            Station.Kind.DATABASE,
                            use.servers(),
                            List.of(
                                    part(Resource.DATABASE, step -> busy(step, Resource.DATABASE)),
                                    parts.isEmpty() ? stalled : new Part(Resource.MEMORY, 0, 0))));
        }
    }

    /** The busy time of a resource; of a force without the waiting for a processor that follows it. */
    private static double threadSeconds(StepCounters step, Resource resource) {
        double busy = busy(step, resource);
        boolean waitsForProcessor = resource == Resource.FORCE && processorsShare(step) >= PROCESSORS_FULL;
        double probed = probed(step, resource);
        return waitsForProcessor && probed > 0 ? Math.min(busy, probed) : busy;
    }

    private static double processorsShare(StepCounters step) {
        ResourceUse use = step.uses().get(Resource.PROCESSORS);
        return use == null ? 0 : use.busySeconds() / (use.servers() * step.seconds() * (1 - step.stealShare()));
    }

    private void add(Station.Kind kind, double servers, List<Part> parts) {
        List<Part> used = used(parts);
        if (!used.isEmpty()) {
            all.add(new Station(kind, servers, used));
        }
    }

    private static List<Part> used(List<Part> parts) {
        return parts.stream().filter(part -> part.demand(1) > 0).toList();
    }

    private Part part(Resource resource, ToDoubleFunction<StepCounters> busySeconds) {
        return GroupLine.of(resource, steps, counted, busySeconds);
    }

    private Optional<ResourceUse> use(Resource resource) {
        return Optional.ofNullable(counted.uses().get(resource));
    }

    private static double busy(StepCounters step, Resource resource) {
        ResourceUse use = step.uses().get(resource);
        return use == null ? 0 : use.busySeconds();
    }

    private static double probed(StepCounters step, Resource resource) {
        ResourceUse use = step.uses().get(resource);
        return use == null ? 0 : use.probedSeconds().orElse(0);
    }
}
