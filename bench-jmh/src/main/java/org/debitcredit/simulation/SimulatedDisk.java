package org.debitcredit.simulation;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A medium in memory with a page cache. After a kill the cache is intact; after a power cut only the medium is.
 * Processes use it through {@link SimulatedFolder} and {@link SimulatedDirectory}.
 */
final class SimulatedDisk {

    private final RandomGenerator random;
    private final Trace trace;
    private SimulatedTree root = new SimulatedTree();
    private DiskFaults faults = DiskFaults.NONE;

    SimulatedDisk(RandomGenerator random, Trace trace) {
        this.random = random;
        this.trace = trace;
    }

    /** Changes the faults from now on. */
    void faults(DiskFaults newFaults) {
        faults = newFaults;
    }

    /** Cuts the power. Everything that was not forced may be there or not. Running processes must be killed first. */
    void cutPower() {
        trace.add("power cut");
        root.cutPower(random);
    }

    boolean hasLostPages() {
        return root.hasLostPages();
    }

    /** Another disk that holds the same, cached and durable. */
    SimulatedDisk copy() {
        SimulatedDisk copy = new SimulatedDisk(random, trace);
        copy.root = root.copy(new IdentityHashMap<>());
        return copy;
    }

    SimulatedTree root() {
        return root;
    }

    /** The node at a path; null if there is none. */
    @Nullable
    SimulatedNode find(String path) {
        SimulatedNode node = root;
        for (int from = 0; from < path.length(); ) {
            int slash = path.indexOf('/', from);
            int end = slash < 0 ? path.length() : slash;
            if (!(node instanceof SimulatedTree tree)) {
                return null;
            }
            node = tree.get(path.substring(from, end));
            from = end + 1;
        }
        return node;
    }

    /** The directory at a path. */
    SimulatedTree tree(String path) throws NoSuchFileException {
        if (find(path) instanceof SimulatedTree tree) {
            return tree;
        }
        throw new NoSuchFileException(path);
    }

    /** Paths of everything on it, directories before what is in them. */
    List<String> paths() {
        List<String> paths = new ArrayList<>();
        addPaths(root, "", paths);
        return paths;
    }

    private static void addPaths(SimulatedTree tree, String prefix, List<String> paths) {
        for (String name : tree.names()) {
            paths.add(prefix + name);
            if (tree.get(name) instanceof SimulatedTree inner) {
                addPaths(inner, prefix + name + "/", paths);
            }
        }
    }

    RandomGenerator random() {
        return random;
    }

    boolean forceFails(SimulatedProcess process) {
        return fails(process, faults.forceFailsOneIn());
    }

    boolean growthFails(SimulatedProcess process) {
        return fails(process, faults.growthFailsOneIn());
    }

    private boolean fails(SimulatedProcess process, int oneIn) {
        if (oneIn == 0 || random.nextInt(oneIn) != 0) {
            return false;
        }
        process.failed(Mode.FAILED_FORCE);
        trace.add("fault");
        return true;
    }

    boolean forceHangs() {
        return faults.forceHangsOneIn() > 0 && random.nextInt(faults.forceHangsOneIn()) == 0;
    }

    /** How many bytes a read delivers at most. */
    int readable(int asked) {
        return faults.readsAreShort() && asked > 1 ? 1 + random.nextInt(asked) : asked;
    }

    static IOException ioError(String what) {
        return new IOException(what + " (injected)");
    }
}
