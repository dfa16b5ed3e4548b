package org.debitcredit.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.ledger.BranchHistory;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.storage.DataFile;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.MediumLoss;
import org.debitcredit.transaction.LogPosition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other files beside the readable snapshots do not prevent a bank from using them. */
class SnapshotStoreTest {

    private static final BankIdentity BANK =
            new BankIdentity(new UUID(1, 2), new BankScale(1, 1, 10), Currency.getInstance("USD"));

    @TempDir
    Path temp;

    private final List<String> damages = new ArrayList<>();

    private void publish(long position) throws IOException {
        publish(BANK, position);
    }

    private void publish(BankIdentity bank, long position) throws IOException {
        LogPosition logPosition = new LogPosition(bank.id(), new UUID(3, 4), position, 5);
        SnapshotWriter writer = new SnapshotWriter(
                new SnapshotStore(List.of(DiskFolder.open(temp))),
                bank,
                new MemoryLedger(bank),
                logPosition,
                BranchHistory.none(bank.scale().branches()),
                0);
        while (writer.written() < writer.pages()) {
            writer.writePage();
        }
        writer.publish(logPosition);
    }

    private List<Long> positions(Folder folder) throws IOException {
        return new SnapshotStore(List.of(folder))
                .newestFirst(damage -> damages.add(damage.getMessage())).stream()
                        .map(snapshot -> snapshot.start().position())
                        .toList();
    }

    @Test
    void a_snapshot_that_cannot_be_read_is_passed_over_and_the_others_are_found() throws IOException {
        publish(10);
        publish(20);
        Folder real = DiskFolder.open(temp);
        Folder failing = (Folder) Proxy.newProxyInstance(
                Folder.class.getClassLoader(), new Class<?>[] {Folder.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("open")
                            && arguments[0].toString().endsWith("20")) {
                        throw new IOException("Input/output error");
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        assertThat(positions(failing)).containsExactly(10L);
        assertThat(damages).singleElement().asString().contains("20", "cannot be read", "Input/output error");
    }

    @Test
    void a_medium_that_is_lost_is_not_asked_for_snapshots() throws IOException {
        publish(10);
        Folder lost = (Folder) Proxy.newProxyInstance(
                Folder.class.getClassLoader(), new Class<?>[] {Folder.class}, (proxy, called, arguments) -> {
                    throw new IOException("planted in " + called.getName());
                });
        MediumLoss first = new MediumLoss() {
            @Override
            public boolean isLost(int medium) {
                return medium == 0;
            }

            @Override
            public void lost(int medium, Exception cause) throws IOException {
                throw MediumLoss.asIoException(cause);
            }
        };
        assertThat(new SnapshotStore(List.of(lost, DiskFolder.open(temp)), first).newestFirst(damage -> {}))
                .singleElement()
                .satisfies(snapshot -> assertThat(snapshot.start().position()).isEqualTo(10));
    }

    @Test
    void a_file_whose_name_is_no_position_is_no_snapshot() throws IOException {
        publish(10);
        Files.createFile(temp.resolve("snapshot-9223372036854775808"));
        Files.createFile(temp.resolve("snapshot-9999999999999999999"));
        assertThat(positions(DiskFolder.open(temp))).containsExactly(10L);
        new SnapshotStore(List.of(DiskFolder.open(temp))).deleteBefore(5);
        assertThat(damages).isEmpty();
    }

    @Test
    void a_copy_is_forced_in_pieces() throws IOException {
        publish(new BankIdentity(new UUID(1, 2), new BankScale(2, 1, 1_000_000), Currency.getInstance("USD")), 10);
        Folder from = DiskFolder.open(temp);
        Folder to = DiskFolder.open(temp.resolve("copy"));
        List<Long> unforced = new ArrayList<>(List.of(0L));
        Folder counting = (Folder) Proxy.newProxyInstance(
                Folder.class.getClassLoader(), new Class<?>[] {Folder.class}, (proxy, method, arguments) -> {
                    Object result = invoke(method, to, arguments);
                    return result instanceof DataFile file ? counting(file, unforced) : result;
                });
        SnapshotStore store = new SnapshotStore(List.of(from));
        Snapshot snapshot = store.newestFirst(damage -> {}).get(0);
        new SnapshotStore(List.of(counting)).copy(snapshot, (done, total) -> {});
        assertThat(Files.mismatch(Path.of(snapshot.place()), temp.resolve("copy/" + snapshot.name())))
                .isEqualTo(-1);
        assertThat(Files.size(Path.of(snapshot.place()))).isGreaterThan(3 * (4L << 20));
        assertThat(unforced).endsWith(0L).allMatch(bytes -> bytes <= 4 << 20);
    }

    /** Adds to a list how many bytes are written and not forced after each call. */
    private static DataFile counting(DataFile file, List<Long> unforced) {
        return (DataFile) Proxy.newProxyInstance(
                DataFile.class.getClassLoader(), new Class<?>[] {DataFile.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("write")) {
                        unforced.add(unforced.get(unforced.size() - 1) + ((ByteBuffer) arguments[0]).remaining());
                    } else if (method.getName().equals("force")) {
                        unforced.add(0L);
                    }
                    return invoke(method, file, arguments);
                });
    }

    private static Object invoke(Method method, Object target, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
