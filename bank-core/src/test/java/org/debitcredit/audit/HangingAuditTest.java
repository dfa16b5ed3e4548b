package org.debitcredit.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.debitcredit.event.Progress;
import org.debitcredit.recovery.BankLives;
import org.debitcredit.recovery.TreeImage;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.storage.HangingAccess;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A check of files whose medium hangs in any access is refused in bounded time. */
@Timeout(120)
class HangingAuditTest {

    @TempDir
    Path temp;

    @ParameterizedTest
    @EnumSource
    void a_check_is_refused_when_one_access_of_any_kind_hangs(JournalKind kind) throws IOException {
        BankLives lives = new BankLives(temp.resolve("data"), kind);
        lives.replayMax = BankLives.OFTEN;
        lives.live(30).live(5);
        HangingAccess hanging = new HangingAccess("bank-verify", temp);
        HangingAccess.Repeated check =
                watch -> assertThat(BankAudit.of(lives.data, null, Progress.NONE, watch, hanging::nanos)
                                .firstFault())
                        .isNull();
        Map<String, String> before = TreeImage.of(lives.data);

        List<String> hung = hanging.hungOf(
                hanging.kinds(check),
                "The bank was not checked. Check the disk, then run the check again",
                check,
                () -> {
                    assertThat(TreeImage.of(lives.data)).isEqualTo(before);
                });

        String document = kind == JournalKind.CHRONICLE ? "epoch-N/.*" : "segment-N";
        assertThat(hung)
                .contains("looking for it data/journal", "taking its lock data/journal", "reading it data/bank")
                .anyMatch(access -> access.matches("reading it data/snapshots/snapshot-N"))
                .anyMatch(access -> access.matches("reading it data/journal/" + document));
    }
}
