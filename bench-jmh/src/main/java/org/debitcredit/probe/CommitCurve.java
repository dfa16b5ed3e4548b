package org.debitcredit.probe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The article's commit_demo on the bare disk: transactions a second by transactions per forced write. */
final class CommitCurve {

    static final List<Integer> GROUPS = List.of(1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000);

    private record Point(int transactions, ByteBuffer block, Cell cell) {}

    private final List<Point> points = new ArrayList<>();

    CommitCurve() throws IOException {
        for (int transactions : GROUPS) {
            ByteBuffer block = RandomBytes.block(DocumentBytes.of(transactions), transactions);
            points.add(new Point(transactions, block, new Cell()));
        }
    }

    /** One bout of each. */
    void round(Path prepared, Slice slice, ProbeProgress progress) throws IOException {
        for (Point point : points) {
            progress.at("grouping, " + point.transactions + " transactions per forced write");
            try (Operation floor = ChannelBlocks.circling(prepared, point.block)) {
                point.cell.add(slice.bout(floor));
            }
        }
    }

    List<GroupRow> rows(CostModel model) {
        return points.stream().map(point -> row(point, model)).toList();
    }

    private static GroupRow row(Point point, CostModel model) {
        int bytes = point.block.capacity();
        return new GroupRow(
                point.transactions,
                bytes,
                point.cell.measured(),
                model.transactionsPerSecond(point.transactions, bytes));
    }
}
