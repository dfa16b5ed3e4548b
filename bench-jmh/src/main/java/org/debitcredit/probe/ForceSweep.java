package org.debitcredit.probe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The storage floor: forced writes by size and way. */
final class ForceSweep {

    static final List<Integer> BLOCK_BYTES = List.of(512, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20);
    static final int OPERATIONS = BLOCK_BYTES.size() * ForceWay.values().length;

    private record Point(ForceWay way, ByteBuffer block, Cell cell) {}

    private final List<Point> points = new ArrayList<>();

    ForceSweep() {
        for (ForceWay way : ForceWay.values()) {
            BLOCK_BYTES.forEach(bytes -> points.add(new Point(way, RandomBytes.block(bytes, bytes), new Cell())));
        }
    }

    /** One bout of each. */
    void round(Scratch scratch, Path prepared, Slice slice, ProbeProgress progress) throws IOException {
        for (Point point : points) {
            progress.at(Bytes.words(point.block.capacity()) + " " + point.way);
            point.cell.add(bout(point, scratch, prepared, slice));
        }
    }

    List<ForceRow> rows() {
        return points.stream()
                .map(point -> new ForceRow(point.way, point.block.capacity(), point.cell.measured()))
                .toList();
    }

    private static Bout bout(Point point, Scratch scratch, Path prepared, Slice slice) throws IOException {
        Path fresh = scratch.file("growing");
        try (Operation operation = point.way.open(prepared, fresh, point.block)) {
            return point.way.grows() ? slice.bout(operation, point.block.capacity()) : slice.bout(operation);
        } finally {
            Scratch.delete(fresh);
        }
    }

    /** The model that the overwriting writes follow, each size by what its median round took per write. */
    static CostModel model(List<ForceRow> rows) {
        Map<Integer, Double> microsByBytes = new TreeMap<>();
        for (ForceRow row : rows) {
            if (row.way() == ForceWay.FDATASYNC_OVERWRITING) {
                microsByBytes.put(row.blockBytes(), 1e6 / row.measured().perSecond());
            }
        }
        return CostModel.fit(microsByBytes);
    }
}
