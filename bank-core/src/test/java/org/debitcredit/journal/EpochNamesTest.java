package org.debitcredit.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.debitcredit.journal.chronicle.ChronicleEpochs;
import org.debitcredit.storage.DiskFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A name with a number that no epoch can have is no epoch's, in every place where epochs stand. */
class EpochNamesTest {

    private static final String LARGEST = "epoch-999999999999999999";

    @TempDir
    Path temp;

    @Test
    void a_number_that_is_too_long_is_passed_over() throws IOException {
        for (String name : new String[] {"epoch-000007", LARGEST, LARGEST + "9", "epoch-99999999999999999999999"}) {
            Files.createFile(temp.resolve(name));
        }
        assertThat(new ChronicleEpochs(temp).epochs()).containsExactly(7L, 999_999_999_999_999_999L);
        assertThat(new EpochArchive(DiskFolder.open(temp)).epochs()).containsExactly(7L, 999_999_999_999_999_999L);
    }
}
