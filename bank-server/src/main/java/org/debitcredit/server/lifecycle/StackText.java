package org.debitcredit.server.lifecycle;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.debitcredit.recovery.BoundedStart;

/** Says where a thread is, on one line of the log. */
final class StackText {

    /** Number of stack frames that show where something hangs. */
    private static final int STACK_MAX = 12;

    private StackText() {}

    static String of(Thread thread) {
        return text(thread.getStackTrace());
    }

    /**
     * Where the thread {@link BoundedStart#THREAD} is, which opens the bank for the given thread; if there is no such
     * thread, where the given thread is. All stacks are of one moment, because that thread may begin or end meanwhile.
     */
    static String ofOpening(Thread opener) {
        Map<Thread, StackTraceElement[]> stacks = Thread.getAllStackTraces();
        Thread starting = stacks.keySet().stream()
                .filter(thread -> thread.getName().equals(BoundedStart.THREAD))
                .findFirst()
                .orElse(opener);
        return text(stacks.getOrDefault(starting, new StackTraceElement[0]));
    }

    private static String text(StackTraceElement[] stack) {
        return Arrays.stream(stack).limit(STACK_MAX).map(String::valueOf).collect(Collectors.joining(" < "));
    }
}
