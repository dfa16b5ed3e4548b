package org.debitcredit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The names in a directory of a simulated disk. Each change of a name stands alone until the directory is forced: after
 * a power cut any of them may have happened, a rename whole or not at all. A file may have names in several
 * directories, and exists until none of them has a name for it.
 */
final class SimulatedTree implements SimulatedNode {

    private final TreeMap<String, SimulatedNode> cached = new TreeMap<>();
    private final TreeMap<String, SimulatedNode> durable = new TreeMap<>();
    private final List<NameChange> pending = new ArrayList<>();

    /** A node loses a name, or gets one, or both in one step. */
    private record NameChange(
            @Nullable String removed, @Nullable String added, SimulatedNode node) {

        void apply(Map<String, SimulatedNode> names) {
            if (removed != null) {
                names.remove(removed);
            }
            if (added != null) {
                names.put(added, node);
            }
        }
    }

    /** The node that has a name; null if there is none. */
    @Nullable
    SimulatedNode get(String name) {
        return cached.get(name);
    }

    /** All names, sorted. */
    List<String> names() {
        return List.copyOf(cached.keySet());
    }

    /** Names of its files, sorted. */
    List<String> fileNames() {
        List<String> names = new ArrayList<>(cached.size());
        cached.forEach((name, node) -> {
            if (node instanceof SimulatedFile) {
                names.add(name);
            }
        });
        return names;
    }

    void add(String name, SimulatedNode node) {
        change(new NameChange(null, name, node));
    }

    void rename(String from, String to) {
        SimulatedNode node = cached.get(from);
        if (node != null) {
            change(new NameChange(from, to, node));
        }
    }

    void remove(String name) {
        SimulatedNode node = cached.get(name);
        if (node != null) {
            change(new NameChange(name, null, node));
        }
    }

    private void change(NameChange change) {
        change.apply(cached);
        pending.add(change);
    }

    /** The names are on the medium. */
    void force() {
        pending.forEach(change -> change.apply(durable));
        pending.clear();
    }

    /** A force that fails: each change may be on the medium, or still waits. */
    void failForce(RandomGenerator random) {
        List<NameChange> waiting = new ArrayList<>();
        for (NameChange change : pending) {
            if (random.nextBoolean()) {
                change.apply(durable);
            } else {
                waiting.add(change);
            }
        }
        pending.clear();
        pending.addAll(waiting);
    }

    @Override
    public void cutPower(RandomGenerator random) {
        failForce(random);
        pending.clear();
        cached.clear();
        cached.putAll(durable);
        cached.values().forEach(node -> node.cutPower(random));
    }

    @Override
    public boolean hasLostPages() {
        return cached.values().stream().anyMatch(SimulatedNode::hasLostPages);
    }

    @Override
    public SimulatedTree copy(Map<SimulatedNode, SimulatedNode> copies) {
        SimulatedTree copy = new SimulatedTree();
        copies.put(this, copy);
        cached.forEach((name, node) -> copy.cached.put(name, copyOf(node, copies)));
        durable.forEach((name, node) -> copy.durable.put(name, copyOf(node, copies)));
        for (NameChange change : pending) {
            copy.pending.add(new NameChange(change.removed(), change.added(), copyOf(change.node(), copies)));
        }
        return copy;
    }

    private static SimulatedNode copyOf(SimulatedNode node, Map<SimulatedNode, SimulatedNode> copies) {
        SimulatedNode known = copies.get(node);
        return known == null ? node.copy(copies) : known;
    }
}
