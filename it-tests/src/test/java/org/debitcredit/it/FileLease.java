package org.debitcredit.it;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * A lease on a file, as file servers take it: until it is given back, the kernel holds up every process that opens the
 * file, like a disk that hangs. The kernel takes it away {@code /proc/sys/fs/lease-break-time} seconds after somebody
 * wants to open the file. Only the owner of the file can take a lease, and needs no other right.
 */
final class FileLease implements AutoCloseable {

    private static final Path BREAK_SECONDS = Path.of("/proc/sys/fs/lease-break-time");

    private static final int O_RDWR = 2;
    private static final int F_SETSIG = 10;
    private static final int F_SETLEASE = 1_024;
    private static final int F_WRLCK = 1;
    /** A signal that does nothing; that of leases would end this process. */
    private static final int SIGURG = 23;

    private final int descriptor;

    private FileLease(int descriptor) {
        this.descriptor = descriptor;
    }

    /**
     * Takes a lease. Where none lasts long enough, the test is skipped with the reason.
     *
     * @param secondsMin how long the lease must hold up others
     */
    static FileLease on(Path file, int secondsMin) throws IOException {
        int seconds = breakSeconds();
        assume(seconds >= secondsMin, BREAK_SECONDS + " is " + seconds);
        FileLease lease = new FileLease(call("open", file.toString(), O_RDWR));
        if (call("fcntl", lease.descriptor, F_SETSIG, SIGURG) < 0
                || call("fcntl", lease.descriptor, F_SETLEASE, F_WRLCK) < 0) {
            int error = Native.getLastError();
            lease.close();
            assume(false, "no lease on " + file + ", error " + error);
        }
        return lease;
    }

    /** By a large buffer: whoever reads such a file in pieces gets only its first one. */
    private static int breakSeconds() throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(BREAK_SECONDS)) {
            return Integer.parseInt(Objects.requireNonNull(reader.readLine()).strip());
        }
    }

    private static void assume(boolean isPossible, String hindrance) {
        if (!isPossible) {
            System.out.println("skipped: no file can be made to hang here: " + hindrance);
        }
        assumeTrue(isPossible, "no file can be made to hang here: " + hindrance);
    }

    private static int call(String function, Object... arguments) {
        return NativeLibrary.getInstance("c").getFunction(function).invokeInt(arguments);
    }

    /** Gives it back: whoever waits goes on. */
    @Override
    public void close() {
        call("close", descriptor);
    }
}
