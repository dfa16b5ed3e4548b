package org.debitcredit.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class VersionTest {

    @Test
    void theBuildFillsItIn() {
        assertThat(new Version().getVersion())
                .singleElement()
                .asString()
                .matches("DebitCredit \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?( \\([0-9a-f]{7,}(-dirty)?\\))?, JDK \\d+.*");
    }

    @Test
    void aTreeWithChangesIsNotItsLastCommit() throws IOException {
        assertThat(Version.text(built("revision=f6dec96\nchanged=false"), "17.0.15"))
                .isEqualTo("DebitCredit 1.2.3 (f6dec96), JDK 17.0.15");
        assertThat(Version.text(built("revision=f6dec96\nchanged=true"), "17.0.15"))
                .isEqualTo("DebitCredit 1.2.3 (f6dec96-dirty), JDK 17.0.15");
    }

    @Test
    void aBuildOfASourceArchiveHasNoRevision() throws IOException {
        assertThat(Version.text(built("revision=@git.commit.id.abbrev@\nchanged=@git.dirty@"), "25"))
                .isEqualTo("DebitCredit 1.2.3, JDK 25");
    }

    private static Properties built(String more) throws IOException {
        Properties properties = new Properties();
        properties.load(new StringReader("version=1.2.3\n" + more));
        return properties;
    }
}
