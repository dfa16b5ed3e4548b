package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.debitcredit.bank.Clocks;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.storage.BoundedWork;
import org.debitcredit.storage.HangingAccess;
import org.debitcredit.storage.MediumHangs;
import org.debitcredit.storage.MediumWatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A start on a medium that hangs in any access is refused in bounded time, and does nothing more afterwards. */
@Timeout(120)
class HangingStartTest {

    @TempDir
    Path temp;

    private HangingAccess hanging;

    @BeforeEach
    void begin() {
        hanging = new HangingAccess(BoundedStart.THREAD, temp);
    }

    private RunningBank open(BankLives lives, MediumWatch watch) throws IOException {
        return RunningBank.open(lives.settings(), watch, lives.ledgers, BankEvent.IGNORE, Progress.NONE);
    }

    private Clocks clocks(BankLives lives) {
        return new Clocks(() -> lives.clockMicros, hanging::nanos);
    }

    private BankLives bank(JournalKind kind) throws IOException {
        BankLives lives = new BankLives(temp.resolve("data"), kind);
        lives.replayMax = BankLives.OFTEN;
        lives.live(30).live(5);
        lives.clocks = clocks(lives);
        return lives;
    }

    @ParameterizedTest
    @EnumSource
    void a_start_is_refused_when_one_access_of_any_kind_hangs(JournalKind kind) throws IOException {
        BankLives lives = bank(kind);
        long position;
        try (RunningBank sound = open(lives, new MediumWatch())) {
            position = sound.recovered().position();
            assertThat(sound.recovered().fromPosition()).isPositive();
        }
        HangingAccess.Repeated start = watch -> {
            try (RunningBank opened = open(lives, watch)) {
                assertThat(opened.engine().stoppedBy()).isNull();
            }
        };
        Map<String, HangingAccess.Place> kinds = hanging.kinds(start);
        String document = kind == JournalKind.CHRONICLE ? "\\.cq4" : "journal/segment-N";
        for (String expected : List.of(
                "reading it data/bank",
                "taking its lock data/journal",
                "reading it data/snapshots/snapshot-N",
                "reading it data/.*" + document)) {
            assertThat(kinds.keySet()).anyMatch(found -> found.matches(expected + ".*"));
        }
        List<String> hung =
                hanging.hungOf(kinds, "The bank was not started. Check the disk, then start again", start, () -> {});
        assertThat(hung).hasSizeGreaterThan(kinds.size() / 2).anyMatch(access -> access.contains("snapshot-N"));
        try (RunningBank again = open(lives, new MediumWatch())) {
            assertThat(again.recovered().position()).isEqualTo(position);
        }
    }

    /** A replay may take long: only the time of one access counts. */
    @Test
    void a_start_whose_accesses_take_long_together_is_not_refused() throws IOException {
        BankLives lives = bank(JournalKind.FILE);
        AtomicLong nanos = new AtomicLong();
        lives.clocks = new Clocks(() -> lives.clockMicros, nanos::get);
        MediumWatch slow = new MediumWatch() {
            @Override
            public <T> T during(String what, Object place, Work<T> work) throws IOException {
                nanos.addAndGet(HangingAccess.COUNTED_MAX_NANOS);
                return super.during(what, place, work);
            }
        };
        open(lives, slow).close();
        assertThat(nanos.get()).isGreaterThan(10 * BoundedWork.ACCESS_MAX.toNanos());
    }

    @Test
    void the_refusal_of_a_mirrored_start_says_how_to_start_without_the_medium() throws IOException {
        BankLives lives = new BankLives(temp.resolve("data"), JournalKind.FILE);
        lives.mirror = temp.resolve("mirror");
        lives.live(3);
        lives.clocks = clocks(lives);
        HangingAccess.Place read = hanging
                .accesses(listing -> open(lives, listing).close())
                .stream()
                .filter(access -> access.file()
                        .startsWith(temp.resolve("mirror/journal/segment").toString()))
                .filter(access -> access.what().equals("reading it"))
                .findFirst()
                .orElseThrow();
        HangingAccess.Hanging watch = hanging.new Hanging(read);
        assertThatThrownBy(() -> open(lives, watch))
                .isInstanceOf(MediumHangs.class)
                .hasMessageStartingWith(read.file() + " hangs: ")
                .hasMessageContaining("--accept-lone-copy");
        watch.release();
        open(lives, new MediumWatch()).close();
    }

    @Test
    void what_fails_in_a_start_reaches_the_caller_as_it_is() throws IOException {
        BankLives lives = bank(JournalKind.FILE);
        try (RunningBank first = open(lives, new MediumWatch())) {
            assertThatThrownBy(() -> open(lives, new MediumWatch()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("in use by another server");
            assertThat(first.engine().stoppedBy()).isNull();
        }
        RuntimeException refusal = new IllegalStateException("planted");
        lives.ledgers = (identity, progress) -> {
            throw refusal;
        };
        assertThatThrownBy(() -> open(lives, new MediumWatch())).isSameAs(refusal);
        Error error = new AssertionError("planted");
        lives.ledgers = (identity, progress) -> {
            throw error;
        };
        assertThatThrownBy(() -> open(lives, new MediumWatch())).isSameAs(error);
    }
}
