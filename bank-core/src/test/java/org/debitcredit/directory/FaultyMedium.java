package org.debitcredit.directory;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.debitcredit.journal.ForwardingJournal;
import org.debitcredit.journal.Journal;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.storage.DataDirectory;
import org.debitcredit.storage.DataFile;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.FolderLock;
import org.debitcredit.storage.MediumWatch;

/** A real directory behind faults that a test switches on. Counts what it is asked for. */
public final class FaultyMedium implements Medium {

    private final String name;
    private final List<String> calls;
    private final MediumWatch watch;

    /** Steps that fail from now on: begin, append, force, close. */
    public final List<String> failing = new ArrayList<>();
    /** Appends that still succeed. */
    public int appendsLeft = Integer.MAX_VALUE;
    /** Whether files of the medium, that is snapshots and records, can be written. */
    public boolean filesFail;
    /** Whether files of the archive cannot be written. */
    public boolean archiveFails;
    /**
     * Makes steps not return from now on, until {@link #comeBack}: begin, append, force, files; and the methods of the
     * data directory.
     */
    private final Set<String> hanging = new HashSet<>();

    private int callsThatHang;
    /** Planted: a record of the mirror is not written, though everyone thinks it is. */
    public boolean recordsVanish;

    public FaultyMedium(String name, List<String> calls) {
        this(name, calls, MediumWatch.NONE);
    }

    public FaultyMedium(String name, List<String> calls, MediumWatch watch) {
        this.name = name;
        this.calls = calls;
        this.watch = watch;
    }

    @Override
    public MediumWatch watch() {
        return watch;
    }

    @Override
    public Journal journal(Folder folder, FolderLock lock, JournalSettings settings) throws IOException {
        return new FaultyJournal(Medium.super.journal(folder, lock, settings));
    }

    @Override
    public DataDirectory directory(Path data) {
        DataDirectory real = Medium.super.directory(data);
        return (DataDirectory) Proxy.newProxyInstance(
                DataDirectory.class.getClassLoader(),
                new Class<?>[] {DataDirectory.class},
                (proxy, method, arguments) -> {
                    if (method.getExceptionTypes().length > 0) {
                        watch.during(method.getName(), data, () -> {
                            awaitMedium(method.getName());
                            return true;
                        });
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Override
    public Folder folder(Folder folder, FolderLock lock) {
        return new FaultyFolder(Medium.super.folder(folder, lock));
    }

    public synchronized void hangIn(String step) {
        hanging.add(step);
    }

    /** Hanging calls continue. */
    public synchronized void comeBack() {
        hanging.clear();
        notifyAll();
    }

    public synchronized boolean isHanging() {
        return callsThatHang > 0 && !hanging.isEmpty();
    }

    private synchronized void awaitMedium(String step) {
        callsThatHang++;
        while (hanging.contains(step)) {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        callsThatHang--;
    }

    private void step(String step) throws IOException {
        synchronized (calls) {
            calls.add(name + " " + step);
        }
        awaitMedium(step);
        if (failing.contains(step) || (step.equals("append") && appendsLeft-- <= 0)) {
            throw new IOException("planted in " + step + " of " + name);
        }
    }

    private final class FaultyJournal extends ForwardingJournal {

        FaultyJournal(Journal real) {
            super(real);
        }

        @Override
        public void beginEpoch(long epoch) throws IOException {
            step("begin");
            super.beginEpoch(epoch);
        }

        @Override
        public void append(ByteBuffer document) throws IOException {
            step("append");
            super.append(document);
        }

        @Override
        public void force() throws IOException {
            step("force");
            super.force();
        }

        @Override
        public void close() throws IOException {
            super.close();
            step("close");
        }
    }

    private final class FaultyFolder implements Folder {
        private final Folder real;

        FaultyFolder(Folder real) {
            this.real = real;
        }

        private void file() throws IOException {
            awaitMedium("files");
            if (filesFail || (archiveFails && real.place("").contains("archive"))) {
                throw new IOException("planted in a file of " + name);
            }
        }

        @Override
        public List<String> names() throws IOException {
            return real.names();
        }

        @Override
        public DataFile create(String file) throws IOException {
            file();
            DataFile opened = real.create(file);
            return new DataFile() {
                @Override
                public long size() throws IOException {
                    return opened.size();
                }

                @Override
                public int read(ByteBuffer into, long at) throws IOException {
                    return opened.read(into, at);
                }

                @Override
                public void write(ByteBuffer from, long at) throws IOException {
                    file();
                    opened.write(from, at);
                }

                @Override
                public void force() throws IOException {
                    file();
                    opened.force();
                }

                @Override
                public void close() throws IOException {
                    opened.close();
                }
            };
        }

        @Override
        public DataFile open(String file) throws IOException {
            return real.open(file);
        }

        @Override
        public void rename(String from, String to) throws IOException {
            file();
            if (to.equals("mirror")) {
                synchronized (calls) {
                    calls.add(name + " record");
                }
                if (recordsVanish) {
                    real.delete(from);
                    return;
                }
            }
            real.rename(from, to);
        }

        @Override
        public void delete(String file) throws IOException {
            file();
            real.delete(file);
        }

        @Override
        public void force() throws IOException {
            file();
            real.force();
        }

        @Override
        public long usableBytes() throws IOException {
            return real.usableBytes();
        }

        @Override
        public String place(String file) {
            return real.place(file);
        }

        @Override
        public Folder folder(String folder) throws IOException {
            return real.folder(folder);
        }
    }
}
