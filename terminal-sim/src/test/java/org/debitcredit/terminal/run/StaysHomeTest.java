package org.debitcredit.terminal.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.gatling.commons.util.GatlingVersion;
import java.util.prefs.Preferences;
import org.junit.jupiter.api.Test;

class StaysHomeTest {

    @Test
    void gatlingAsksNobodyForItsLatestVersion() {
        QuietPreferences.install();
        assertThat(GatlingVersion.LatestRelease().isEmpty()).isTrue();
        Preferences kept = Preferences.userRoot().node("/io/gatling/latestVersion");
        assertThat(kept.getLong("lastCheckTimestamp", 0))
                .as("a question would have left its time")
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void gatlingsConfigurationSendsNothing() {
        Config config = ConfigFactory.parseResources("gatling.conf");
        assertThat(config.getBoolean("gatling.data.enableAnalytics")).isFalse();
        assertThat(config.getString("gatling.http.warmUpUrl")).isEmpty();
    }
}
