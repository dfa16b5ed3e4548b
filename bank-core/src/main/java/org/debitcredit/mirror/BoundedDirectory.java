package org.debitcredit.mirror;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import org.debitcredit.storage.DataDirectory;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.FolderLock;

/**
 * The data directory of one copy of a mirrored bank while it is opened. Looking into it, creating what is missing in it
 * and taking its lock are calls of {@link MediumCalls}: if a medium hangs in one of them, the start ends after the
 * limit. Operations that may take long on a healthy medium, such as reading, renaming and deleting a whole journal, are
 * not limited.
 */
public final class BoundedDirectory implements DataDirectory {

    private final DataDirectory directory;
    private final MediumCalls calls;

    /**
     * @param limit for each call; a start waits at least {@link HangLimit#MAX_DEFAULT}: a disk may have to spin up first
     * @param threads the medium's
     */
    public BoundedDirectory(DataDirectory directory, HangLimit limit, Executor threads) {
        Duration max = limit.max().compareTo(HangLimit.MAX_DEFAULT) < 0 ? HangLimit.MAX_DEFAULT : limit.max();
        this.directory = directory;
        this.calls = new MediumCalls(directory.place(), new HangLimit(max, limit.nanos()), () -> false, threads);
        this.calls.limitFromNow();
    }

    private <T> T bounded(String what, MediumCalls.Work<T> work) throws IOException {
        try {
            return calls.call(what, work);
        } catch (IOException e) {
            if (calls.hangs()) {
                throw new MediumHangs(String.valueOf(e.getMessage()), e);
            }
            throw e;
        }
    }

    @Override
    public boolean exists() throws IOException {
        return bounded("looking for the directory", directory::exists);
    }

    @Override
    public List<String> entries(String folder) throws IOException {
        return bounded("listing a directory", () -> directory.entries(folder));
    }

    @Override
    public Folder forReading() throws IOException {
        return bounded("opening the directory", directory::forReading);
    }

    @Override
    public Folder root() throws IOException {
        return bounded("making the directory", directory::root);
    }

    @Override
    public void forceName() throws IOException {
        bounded("forcing the directory's name", () -> {
            directory.forceName();
            return true;
        });
    }

    @Override
    public Folder folder(String name) throws IOException {
        return bounded("making a directory", () -> directory.folder(name));
    }

    @Override
    public FolderLock lock(String folder) throws IOException {
        return bounded("taking the lock", () -> directory.lock(folder));
    }

    @Override
    public void rename(String from, String to) throws IOException {
        directory.rename(from, to);
    }

    @Override
    public void delete(String folder) throws IOException {
        directory.delete(folder);
    }

    @Override
    public boolean isSame(DataDirectory other) throws IOException {
        DataDirectory there = other instanceof BoundedDirectory bounded ? bounded.directory : other;
        return bounded("looking for the directory", () -> directory.isSame(there));
    }

    @Override
    public String place() {
        return directory.place();
    }

    @Override
    public String toString() {
        return directory.toString();
    }
}
