package org.debitcredit.mirror;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.debitcredit.storage.FolderLock;

/**
 * The lock of one medium of a mirrored bank. It is released only when this process can no longer write to the medium.
 */
public final class BoundedLock implements FolderLock {

    /** Time between two checks, which is as long as the lock itself relies on one. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final FolderLock lock;
    private final MediumCalls calls;
    private long lookedAtNanos;

    public BoundedLock(FolderLock lock, MediumCalls calls) {
        this.lock = lock;
        this.calls = calls;
        this.lookedAtNanos = calls.limit().nanos().getAsLong() - LOOK_NANOS;
    }

    /** {@inheritDoc} One thread at a time. */
    @Override
    public void requireHeld() throws IOException {
        long now = calls.limit().nanos().getAsLong();
        if (now - lookedAtNanos >= LOOK_NANOS) {
            calls.call("checking the lock", lock::requireHeld);
            lookedAtNanos = now;
        }
    }

    @Override
    public void close() throws IOException {
        calls.close("releasing the lock", lock);
    }
}
