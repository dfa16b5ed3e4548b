package org.debitcredit.laboratory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.measure.tail.OpenLoop;
import org.debitcredit.measure.tail.OpenLoopRun;
import org.debitcredit.measure.tail.SelfCorrection;
import org.debitcredit.streams.StreamSettings;

/**
 * A bench's streams as an open loop that corrects itself. Its rate is that of submissions. In this process every try
 * has a new bank.
 */
final class BenchLoop implements OpenLoop {

    private static final double QUANTILE = 0.99;

    private final BenchTarget target;
    private final StreamSettings settings;
    private final ProgressLines progress = ProgressLines.ofCommand();
    private boolean sumsHold = true;

    BenchLoop(BenchTarget target, StreamSettings settings) {
        this.target = target;
        this.settings = settings;
    }

    static SelfCorrection correction(Duration patience, Consumer<String> listener) {
        return SelfCorrection.inThisHeap(QUANTILE, patience, listener);
    }

    @Override
    public OpenLoopRun run(double perSecond, Duration measured) {
        try {
            BenchFigures figures = target.run(
                    settings.at(perSecond * settings.batch(), measured),
                    second -> progress.at(() -> BenchText.of(second)));
            sumsHold &= figures.sumsHold();
            return figures.result().openLoop();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Measures by this loop. */
    <T> T measured(Supplier<T> measurement) throws IOException {
        try {
            return measurement.get();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Whether every bank's four sums were equal at the end of its try. */
    boolean sumsHold() {
        return sumsHold;
    }
}
