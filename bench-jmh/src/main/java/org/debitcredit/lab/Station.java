package org.debitcredit.lab;

import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Something that serves so many transactions at once and no more, and what takes its time. Several resources can load
 * one station: page faults and forces load the disk, and the engine's thread works, forces and waits for its database
 * in turn.
 *
 * @param kind the resource that the station is, or {@link Kind#ENGINE}
 * @param servers that it has
 * @param parts of its time
 * @param cleared what is there when the resource that the station is has been cleared: all processors of the machine
 *     instead of some of them; empty if nothing is
 */
record Station(Kind kind, double servers, List<Part> parts, Optional<Station> cleared) {

    /** Share of a station's time from which on another resource's part is the cause of the station's load. */
    private static final double CAUSE_MIN = 0.5;

    /**
     * The same for collections on the processors. The collector G1 aims at a thirteenth of the time at most
     * (-XX:GCTimeRatio=12) and takes more of the heap until it gets there; with more than twice as much, it had no more
     * to take.
     */
    private static final double COLLECTIONS_MIN = 0.2;

    /** Resources that are threads: each belongs to a station of its own, and loads the hardware too. */
    private static final Set<Resource> THREADS = EnumSet.of(Resource.WRITER, Resource.EVENT_LOOPS, Resource.FORCE);

    /** What a station is. */
    enum Kind {
        CLIENT(Optional.of(Resource.CLIENT), true),
        PROCESSORS(Optional.of(Resource.PROCESSORS), true),
        DISK(Optional.of(Resource.DISK), true),
        LINE(Optional.of(Resource.LINE), true),
        /** The engine's one thread. */
        ENGINE(Optional.empty(), false),
        DATABASE(Optional.of(Resource.DATABASE), false),
        EVENT_LOOPS(Optional.of(Resource.EVENT_LOOPS), false);

        private final Optional<Resource> owner;
        private final boolean isHardware;

        Kind(Optional<Resource> owner, boolean isHardware) {
            this.owner = owner;
            this.isHardware = isHardware;
        }

        /** A thread that waits for hardware may seem busy, but hardware waits for nothing. */
        boolean isHardware() {
            return isHardware;
        }
    }

    Station {
        parts = List.copyOf(parts);
    }

    /** A station of which nothing is left when its resource is cleared. */
    Station(Kind kind, double servers, List<Part> parts) {
        this(kind, servers, parts, Optional.empty());
    }

    /** Seconds of it for one transaction in a group of this size. */
    double demand(double group) {
        return parts.stream().mapToDouble(part -> part.demand(group)).sum();
    }

    /** Seconds of it for one transaction that a resource accounts for: all of them if the station is that resource. */
    double demand(Resource resource, double group) {
        if (kind.owner.filter(owner -> owner == resource).isPresent()) {
            return demand(group);
        }
        return parts.stream()
                .filter(part -> part.resource() == resource)
                .mapToDouble(part -> part.demand(group))
                .sum();
    }

    /** Seconds of one transaction that pass here, without those that pass in a thread of another station. */
    double elapsed(double group) {
        return parts.stream()
                .filter(part -> !kind.isHardware() || !THREADS.contains(part.resource()))
                .mapToDouble(part -> part.demand(group))
                .sum();
    }

    /** Seconds of it for one group of this size. */
    double groupSeconds(double group) {
        return group * demand(group);
    }

    /**
     * The resource that is responsible for its load: of the engine's thread the largest part, otherwise the resource
     * that the station is, unless a shortage of memory, or the force, takes half of it, or collections a fifth of the
     * processors.
     */
    Resource cause(double group) {
        if (kind == Kind.PROCESSORS && demand(Resource.MEMORY, group) >= COLLECTIONS_MIN * demand(group)) {
            return Resource.MEMORY;
        }
        Optional<Part> largest = parts.stream()
                .filter(part -> kind != Kind.PROCESSORS || !THREADS.contains(part.resource()))
                .max(Comparator.comparingDouble(part -> part.demand(group)))
                .filter(part -> kind.owner.isEmpty() || part.demand(group) >= CAUSE_MIN * demand(group));
        return largest.map(Part::resource).or(() -> kind.owner).orElseThrow();
    }

    /**
     * What is left of it when a resource is cleared: if the station is that resource, what is there instead, otherwise
     * the parts of the others. More event loops need as many processors as before; a writer with less work needs fewer.
     */
    Optional<Station> without(Resource resource) {
        if (kind.owner.filter(owner -> owner == resource).isPresent()) {
            return cleared;
        }
        boolean isMovedOnly = kind == Kind.PROCESSORS && resource == Resource.EVENT_LOOPS;
        List<Part> left = parts.stream()
                .filter(part -> part.resource() != resource || isMovedOnly)
                .toList();
        return left.isEmpty() ? Optional.empty() : Optional.of(new Station(kind, servers, left));
    }
}
