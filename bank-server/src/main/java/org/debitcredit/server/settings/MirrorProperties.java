package org.debitcredit.server.settings;

import java.nio.file.Path;
import java.time.Duration;
import org.debitcredit.mirror.LoneCopy;
import org.debitcredit.mirror.OnLoss;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The second copy of everything, {@code bank.journal.mirror.*}.
 *
 * @param directory on another device; null without a mirror
 * @param onLoss stop or degrade, when one of the two fails while the bank runs
 * @param forceMax how much longer than the other one a copy may take for a force before it counts as lost
 * @param acceptLoneCopy {@linkplain LoneCopy number} of a copy of a mirrored bank that may start without the other
 */
public record MirrorProperties(
        @Nullable Path directory,
        @DefaultValue("stop") String onLoss,
        @DefaultValue("8s") Duration forceMax,
        @Nullable Long acceptLoneCopy) {

    public MirrorProperties {
        try {
            OnLoss.parse(onLoss);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("bank.journal.mirror." + e.getMessage());
        }
        Limit.MIRROR_FORCE_MAX.require(forceMax);
        if (acceptLoneCopy != null) {
            Limit.MIRROR_ACCEPT_LONE_COPY.require(acceptLoneCopy);
        }
    }

    LoneCopy loneCopy() {
        return acceptLoneCopy == null ? LoneCopy.NONE : new LoneCopy(acceptLoneCopy);
    }
}
