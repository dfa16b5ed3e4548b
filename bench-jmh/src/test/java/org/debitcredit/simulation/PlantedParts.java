package org.debitcredit.simulation;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.debitcredit.journal.Journal;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.storage.DataFile;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.FolderLock;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/** Parts with one fault each. */
final class PlantedParts {

    private PlantedParts() {}

    /** Decorates one method of an interface. */
    private static <T> T decorate(Class<T> type, T sound, String method, Step fault) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, called, args) -> {
            try {
                return called.getName().equals(method)
                        ? fault.take(() -> called.invoke(sound, args), args)
                        : called.invoke(sound, args);
            } catch (java.lang.reflect.InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
            }
        }));
    }

    private interface Call {
        @Nullable
        Object go() throws ReflectiveOperationException;
    }

    private interface Step {
        @Nullable
        Object take(Call sound, Object[] args) throws Exception;
    }

    static final Parts ACKNOWLEDGES_BEFORE_THE_FORCE = new Parts() {
        @Override
        public Journal journal(Journal sound) {
            return decorate(Journal.class, sound, "force", (call, args) -> null);
        }
    };

    static final class SkipsABatchInRedo implements Parts {
        private int batches;

        @Override
        public Ledger ledger(Ledger sound) {
            return decorate(Ledger.class, sound, "redo", (call, args) -> {
                TransactionBatch batch = (TransactionBatch) args[0];
                if (batches++ % 7 == 3) {
                    for (int row = 0; row < batch.size(); row++) {
                        batch.refuse(row, Refusal.OVERFLOW, 0);
                    }
                }
                return call.go();
            });
        }
    }

    /** As a database does; nothing of the batch is left. */
    static final class RollsBack implements Parts {
        private int batches;

        @Override
        public Ledger ledger(Ledger sound) {
            return decorate(Ledger.class, sound, "execute", (call, args) -> {
                if (batches++ % 9 == 5) {
                    throw new IllegalStateException("rolled back");
                }
                return call.go();
            });
        }

        @Override
        public boolean failOpenly() {
            return true;
        }
    }

    static final Parts PUBLISHES_WITHOUT_A_FORCE = new Parts() {
        @Override
        public Folder folder(String name, Folder sound) {
            return name.equals("snapshots")
                    ? decorate(Folder.class, sound, "create", (call, args) -> unforced(file(call)))
                    : sound;
        }
    };

    private static DataFile file(Call create) throws ReflectiveOperationException {
        return (DataFile) Objects.requireNonNull(create.go());
    }

    private static DataFile unforced(DataFile sound) {
        return decorate(DataFile.class, sound, "force", (call, args) -> null);
    }

    static final Parts LOOKS_AT_THE_LOCKS_NAME = looks(lock -> {
        if (!lock.isThere()) {
            throw new IOException("the lock is gone");
        }
    });

    static final Parts NEVER_LOOKS_AT_THE_LOCK = looks(lock -> {});

    private interface Look {
        void at(SimulatedLock lock) throws IOException;
    }

    private static Parts looks(Look look) {
        return new Parts() {
            @Override
            public FolderLock lock(SimulatedLock sound) {
                return decorate(FolderLock.class, sound, "requireHeld", (call, args) -> {
                    look.at(sound);
                    return null;
                });
            }
        };
    }

    /** A filler that was about to fill a segment when the writer took it, and continues. */
    static final Parts FILLS_PAST_THE_WRITER = new Parts() {
        @Override
        public Folder folder(String name, Folder sound) {
            return name.equals("journal")
                    ? decorate(Folder.class, sound, "create", (call, args) -> filling(file(call), sound))
                    : sound;
        }
    };

    private static DataFile filling(DataFile made, Folder folder) {
        return decorate(DataFile.class, made, "write", (call, args) -> {
            zeroHalf(folder);
            return call.go();
        });
    }

    private static void zeroHalf(Folder folder) throws IOException {
        String newest = folder.names().stream()
                .filter(name -> name.startsWith("segment-"))
                .reduce((a, b) -> b)
                .orElse(null);
        if (newest != null) {
            try (DataFile segment = folder.open(newest)) {
                segment.write(ByteBuffer.allocate(2048), 4096 + 512);
            }
        }
    }

    /** The names in the archive of a backup are never forced, whether the epochs there are copied or linked. */
    static final class ForcesNoNamesOfABackup implements Parts {
        private @Nullable Folder archive;

        @Override
        public Folder folder(String name, Folder sound) {
            return switch (name) {
                case "backup" ->
                    decorate(
                            Folder.class,
                            sound,
                            "folder",
                            (call, args) -> made((String) args[0], (Folder) Objects.requireNonNull(call.go())));
                case "archive" ->
                    decorate(
                            Folder.class,
                            sound,
                            "link",
                            (call, args) -> sound.link((String) args[0], Objects.requireNonNull(archive)));
                default -> sound;
            };
        }

        private Folder made(String name, Folder folder) {
            if (!name.equals("archive")) {
                return folder;
            }
            archive = folder;
            return decorate(Folder.class, folder, "force", (call, args) -> null);
        }
    }

    /** An archived epoch is overwritten before it is removed, though a backup may share its file. */
    static final Parts OVERWRITES_WHAT_IT_REMOVES = new Parts() {
        @Override
        public Folder folder(String name, Folder sound) {
            return name.equals("archive")
                    ? decorate(Folder.class, sound, "delete", (call, args) -> {
                        zeroBeginning(sound, (String) args[0]);
                        return call.go();
                    })
                    : sound;
        }
    };

    private static void zeroBeginning(Folder folder, String name) throws IOException {
        try (DataFile file = folder.open(name)) {
            file.write(ByteBuffer.allocate(512), 0);
        }
    }
}
