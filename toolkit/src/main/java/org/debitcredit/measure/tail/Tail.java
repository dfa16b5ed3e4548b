package org.debitcredit.measure.tail;

import java.util.ArrayList;
import java.util.List;
import org.debitcredit.measure.Traffic;

/**
 * The result of a measurement that corrected itself. It has no response times, so that a sweep may keep one of each
 * rate.
 *
 * @param askedPerSecond rate
 * @param verdict on the last try
 * @param tries what was found in each try, in a sentence; the last one gives the reason of the verdict
 * @param traffic of the last try
 * @param all percentiles of all requests together
 * @param byKind percentiles of each kind, in the order of the run's kinds
 */
public record Tail(
        double askedPerSecond,
        TailVerdict verdict,
        List<String> tries,
        Traffic traffic,
        KindTail all,
        List<KindTail> byKind) {

    public Tail {
        tries = List.copyOf(tries);
        byKind = List.copyOf(byKind);
    }

    /**
     * The same, failed by what was found later, so that no percentile may be shown. One that was not accepted shows
     * none, and keeps its verdict.
     */
    public Tail failed(String reason) {
        if (!isAccepted()) {
            return this;
        }
        List<String> more = new ArrayList<>(tries);
        more.add(reason);
        return new Tail(
                askedPerSecond,
                TailVerdict.FAILED,
                more,
                traffic,
                all.withheld(),
                byKind.stream().map(KindTail::withheld).toList());
    }

    /** Why the verdict is so, in a sentence. */
    public String reason() {
        return tries.get(tries.size() - 1);
    }

    /** Whether percentiles may be shown at all. */
    public boolean isAccepted() {
        return verdict == TailVerdict.ACCEPTED;
    }

    /** Answers a second, as they came. */
    public double answeredPerSecond() {
        return traffic.perSecond();
    }
}
