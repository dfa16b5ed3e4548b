package org.debitcredit.simulation;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.mirror.LoneCopy;
import org.debitcredit.mirror.MirrorRefused;
import org.debitcredit.settings.AcceptedLoss;
import org.debitcredit.settings.BankSettings;
import org.jspecify.annotations.Nullable;

/**
 * An operator accepts the losses that the refusals of a start name, one after the other. The bank must come back where
 * the last refusal says, with the balances of that position. The next start needs no acceptance, finds the same, and is
 * not changed by an option that was left in the configuration.
 */
final class AcceptedLosses {

    /** A copy that is left alone, damage of its journal, and damage of keys before that. */
    private static final int ACCEPTED_MAX = 3;

    private static final Pattern LONE_COPY = Pattern.compile("--accept-lone-copy (\\d+) ");

    private final World world;
    private final BankSettings settings;
    private final String what;
    private LoneCopy copy = LoneCopy.NONE;
    private OptionalLong after = OptionalLong.empty();
    private OptionalLong keysThrough = OptionalLong.empty();

    /**
     * @param world in which the start was refused
     * @param settings of that start
     * @param what has happened, for messages
     */
    AcceptedLosses(World world, BankSettings settings, String what) {
        this.world = world;
        this.settings = settings;
        this.what = what;
    }

    /** Accepts what a refusal names, if it names anything. */
    void play(RuntimeException refusal) {
        @Nullable RuntimeException last = refusal;
        for (int i = 0; i < ACCEPTED_MAX && last != null && accept(last); i++) {
            last = start();
        }
        world.modelCheck().requireNone();
    }

    private boolean accept(RuntimeException refusal) {
        Matcher number = LONE_COPY.matcher(String.valueOf(refusal.getMessage()));
        if (refusal instanceof MirrorRefused && number.find() && copy.equals(LoneCopy.NONE)) {
            copy = new LoneCopy(Long.parseLong(number.group(1)));
            return true;
        }
        if (refusal instanceof JournalDamage damage && damage.keysLostThrough() >= 0 && keysThrough.isEmpty()) {
            keysThrough = OptionalLong.of(damage.keysLostThrough());
            return true;
        }
        if (refusal instanceof JournalDamage damage && damage.lastGoodPosition() >= 0 && after.isEmpty()) {
            after = OptionalLong.of(damage.lastGoodPosition());
            return true;
        }
        return false;
    }

    /** Returns the refusal, or null if the bank has started. */
    private @Nullable RuntimeException start() {
        BankSettings accepting = settings.with(settings.journal()
                .accepting(new AcceptedLoss(after, keysThrough))
                .accepting(copy));
        world.terms().clock.tick();
        long found;
        try {
            found = startAndCompare(accepting, after);
        } catch (JournalDamage | MirrorRefused refusal) {
            return refusal;
        } catch (IOException | RuntimeException failure) {
            world.modelCheck().report("a start that accepts " + accepted() + " fails, after " + what, failure);
            return null;
        }
        world.modes().add(Mode.LOSS_ACCEPTED);
        boolean isLeft = world.random().nextBoolean();
        try {
            world.terms().clock.tick();
            startAndCompare(isLeft ? accepting : settings, OptionalLong.of(found));
        } catch (IOException | RuntimeException refusal) {
            world.modelCheck()
                    .report(
                            "the start after one that accepted " + accepted()
                                    + (isLeft ? ", with the same options" : "") + ", fails, after " + what,
                            refusal);
        }
        return null;
    }

    private long startAndCompare(BankSettings started, OptionalLong expected) throws IOException {
        Life life = new Life(world, started, world.process(ProcessFaults.NONE), true);
        ModelCheck modelCheck = world.modelCheck();
        long found = life.bank().recovered().position();
        world.trace().add("started, accepting", "", found, 0);
        boolean hasGivenUp = !copy.equals(LoneCopy.NONE) && modelCheck.mayHaveGivenUp(found);
        if ((found > modelCheck.model().position() && !hasGivenUp)
                || (expected.isPresent() && found != expected.getAsLong())) {
            modelCheck.report(
                    "a start that accepts " + accepted() + " came back at position " + found + " of "
                            + modelCheck.model().position() + ", after " + what,
                    null);
        } else if (!hasGivenUp) {
            modelCheck.compareAll(life.bank(), modelCheck.model().balancesAt(found), found, List.of());
        }
        life.bank().close();
        return found;
    }

    private String accepted() {
        return "copy " + copy.number() + ", losses after " + after + ", keys through " + keysThrough;
    }
}
