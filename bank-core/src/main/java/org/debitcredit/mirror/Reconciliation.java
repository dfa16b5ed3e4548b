package org.debitcredit.mirror;

import java.io.IOException;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.journal.JournalEnd;
import org.jspecify.annotations.Nullable;

/**
 * Decides between the two copies of a bank before it starts on both.
 *
 * <pre>
 *   good copy is          the other is                            then
 *   DUPLEX, generation g  DUPLEX, g; at most one batch shorter    both go on
 *   DUPLEX, g             DUPLEX, g; shorter, or damaged          the other is replaced
 *   DUPLEX, g             ALONE, g - 1                            as DUPLEX, g: the change to DUPLEX was interrupted
 *   DUPLEX, g             anything else: this one may be old      refused, unless the operator accepts a lone copy
 *   ALONE, g              lower, or new, or damaged               the other is replaced
 *   ALONE, g - 1          DUPLEX, g; this one contains all of it  the other is replaced: its repair was interrupted
 * </pre>
 *
 * The good copy is the one with the higher generation, except in the last case, or else the longer one. If neither
 * contains all of the other, the start is refused, because the bank continued on each of them alone. It never did so on
 * a DUPLEX copy of a lower generation: at most that copy's last batch, which was never acknowledged, may be missing in
 * the good one.
 */
public final class Reconciliation {

    private final FoundCopy[] copies;
    private final LoneCopy accepted;

    /**
     * The result of the decision.
     *
     * @param good the copy that holds everything acknowledged
     * @param replacesOther whether the other copy is to be set aside and rewritten from the good one
     * @param isAccepted whether the other copy may have more than the good one: an operator accepts the loss of that,
     *     or the other copy is damaged and was once used alone
     */
    public record Verdict(int good, boolean replacesOther, boolean isAccepted) {}

    private Reconciliation(FoundCopy first, FoundCopy second, LoneCopy accepted) {
        this.copies = new FoundCopy[] {first, second};
        this.accepted = accepted;
    }

    /**
     * Decides between the copies.
     *
     * @param accepted the copy that the operator lets start although it may be old
     * @throws MirrorRefused if neither is known to contain everything
     */
    public static Verdict of(FoundCopy first, FoundCopy second, LoneCopy accepted) throws IOException {
        return new Reconciliation(first, second, accepted).decide();
    }

    private Verdict decide() throws IOException {
        requireOneBank();
        if (copies[0].isNew() && copies[1].isNew()) {
            return new Verdict(0, false, false);
        }
        String firstLoss = loss(copies[0]);
        String secondLoss = loss(copies[1]);
        if (firstLoss != null && secondLoss != null) {
            throw new MirrorRefused("neither copy of the bank can be used: " + firstLoss + "; " + secondLoss
                    + ". Put the missing files back. Or start one copy without --mirror"
                    + " (bank.journal.mirror.directory): the start then says what is lost and how to accept that");
        }
        if (firstLoss != null || secondLoss != null) {
            int good = firstLoss != null ? 1 : 0;
            return besideDamage(good, firstLoss != null ? firstLoss : String.valueOf(secondLoss));
        }
        return betweenSound();
    }

    private static @Nullable String loss(FoundCopy copy) {
        return copy.isGone() ? copy.place() + " has lost its journal" : copy.damage();
    }

    private void requireOneBank() {
        MirrorRecord first = copies[0].record();
        MirrorRecord second = copies[1].record();
        if (first != null && second != null && !first.pair().equals(second.pair())) {
            throw new MirrorRefused(copies[0].place() + " and " + copies[1].place()
                    + " are not mirrors of each other: the first belongs to pair " + first.pair()
                    + ", the second to pair "
                    + second.pair());
        }
        BankIdentity firstBank = identity(copies[0]);
        BankIdentity secondBank = identity(copies[1]);
        if (firstBank != null && secondBank != null && !firstBank.equals(secondBank)) {
            throw new MirrorRefused(copies[0].place() + " holds bank " + firstBank + "; " + copies[1].place()
                    + " holds bank " + secondBank);
        }
        UUID firstId = copies[0].bank();
        UUID secondId = copies[1].bank();
        if (firstId != null && secondId != null && !firstId.equals(secondId)) {
            throw new MirrorRefused(copies[0].place() + " belongs to bank " + firstId + ", and " + copies[1].place()
                    + " to bank " + secondId + ". Give the mirror an empty directory");
        }
    }

    private static @Nullable BankIdentity identity(FoundCopy copy) {
        return copy.contents() == null ? null : copy.contents().end().identity();
    }

    private Verdict besideDamage(int good, String loss) {
        if (copies[good].isNew()) {
            throw new MirrorRefused(loss + "; and " + copies[good].place() + " holds no bank");
        }
        FoundCopy copy = copies[good];
        FoundCopy damaged = copies[1 - good];
        boolean agree = damaged.isDuplex() && damaged.generation() == copy.generation();
        boolean wentOn = damaged.isAlone() && damaged.generation() >= copy.generation();
        boolean isOlder = copy.generation() < damaged.generation();
        boolean isLone = wentOn || isOlder || (copy.isDuplex() && !agree);
        if (isLone) {
            requireAccepted(good, loss);
        }
        return new Verdict(good, true, isLone || damaged.isAlone());
    }

    private Verdict betweenSound() throws IOException {
        int good = good();
        FoundCopy copy = copies[good];
        FoundCopy other = copies[1 - good];
        boolean agree = other.isDuplex() && other.generation() == copy.generation();
        boolean isLone = copy.isDuplex() && !agree && !isOfRepairCutShort(copy, other);
        if (isLone) {
            requireAccepted(good, other.place() + " is not the copy that it was last mirrored with");
        }
        boolean isHealed = end(other).isHealedBehind(end(copy));
        // The generation grows if the other copy is replaced.
        return new Verdict(good, isLone || !(copy.isDuplex() && isHealed), isLone);
    }

    private int good() throws IOException {
        FoundCopy first = copies[0];
        FoundCopy second = copies[1];
        if (first.isNew() || second.isNew()) {
            return first.isNew() ? 1 : 0;
        }
        if (first.generation() == second.generation()) {
            if (first.holds(contents(second), second.isDuplex())) {
                return 0;
            }
            if (second.holds(contents(first), first.isDuplex())) {
                return 1;
            }
            throw diverged();
        }
        int higher = first.generation() > second.generation() ? 0 : 1;
        FoundCopy newer = copies[higher];
        FoundCopy lower = copies[1 - higher];
        boolean held = newer.holds(contents(lower), lower.isDuplex())
                || (lower.isDuplex()
                        && JournalEnd.isIn(contents(newer).journal(), end(lower).beforeEnd()));
        if (held) {
            return higher;
        }
        if (isOfRepairCutShort(newer, lower) && lower.holds(contents(newer), false)) {
            return 1 - higher;
        }
        throw diverged();
    }

    /**
     * Whether a repair of one copy from the other may have ended before the other's record was written. The bank may
     * have continued on the other alone since then.
     */
    private static boolean isOfRepairCutShort(FoundCopy repaired, FoundCopy from) {
        return repaired.isDuplex() && from.isAlone() && from.generation() == repaired.generation() - 1;
    }

    private static FoundCopy.Contents contents(FoundCopy copy) {
        if (copy.contents() == null) {
            throw new IllegalStateException(copy.place() + " is damaged");
        }
        return copy.contents();
    }

    private static JournalEnd end(FoundCopy copy) {
        return contents(copy).end();
    }

    private MirrorRefused diverged() {
        return new MirrorRefused("the copies of the bank have diverged: " + copies[0].place() + " ends at "
                + end(copies[0]).end() + ", " + copies[1].place() + " ends at "
                + end(copies[1]).end()
                + "; neither contains all of the other. Move one of them away; what only that copy holds is then lost");
    }

    private void requireAccepted(int good, String reason) {
        LoneCopy found = copies[good].lone();
        if (!accepted.accepts(found)) {
            throw new MirrorRefused(copies[good].place()
                    + " was mirrored, and transactions acknowledged since then may be "
                    + "missing in it: " + reason + ". " + accepted.option(found)
                    + " starts with this copy anyway, at " + end(copies[good]).end());
        }
    }
}
