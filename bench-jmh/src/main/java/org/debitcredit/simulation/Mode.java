package org.debitcredit.simulation;

/** A situation that can occur in a history. The share of seeds in which it occurred shows the coverage. */
public enum Mode {
    SETTING_AT_A_LIMIT("a setting at its smallest or largest legal value"),
    WINDOW_CHANGED("a different key window at a restart"),
    LARGEST_GROUP("a group of the largest size"),
    BUSY("requests refused as busy"),
    JOURNAL_FULL("requests refused because the journal was full"),
    ARCHIVE_CUT("an archived epoch deleted for lack of space"),
    HOSTILE_KEY("hostile keys"),
    REFERENCE("transactions with references"),
    REVERSAL("reversals"),
    REVERSED("a late transaction or a second reversal refused as reversed"),
    MALFORMED_RUN("a run of keys that does not fit"),
    KEY_EXPIRED("a key refused as expired"),
    KEY_AHEAD("a key refused as ahead"),
    CLOCK_SET("the system's clock set, by hours or days"),
    FAILED_FORCE("a force or a write that failed"),
    MIRROR("a mirror"),
    MIRROR_LOST("a copy lost while the bank kept running"),
    MIRROR_REPLACED("a copy rewritten"),
    ERROR("an Error thrown"),
    HANG("a force that hung"),
    WRITER_STOPPED("a writer that stopped and reported it"),
    LOCK_DELETED("the lock deleted, or the directory moved or replaced, under a running bank"),
    TWO_PROCESSES("two running processes"),
    FLIPPED_BIT("a flipped bit"),
    OPERATORS_HAND("a file or a directory missing, older or another bank's"),
    REFUSED_START("a refused start"),
    LOSS_ACCEPTED("a loss that an operator accepted"),
    SECOND_FOUNDING("a second founding tried"),
    PROJECTION("a projection alongside"),
    PROJECTION_AWAY("a projection's database unreachable, or back at its last durable state"),
    PROJECTION_LEFT_BEHIND("a projection that ended at its bound and reported it"),
    FOLLOWER("a client that follows the transactions"),
    FOLLOWER_EXPIRED("a follower whose cursor had expired"),
    BACKUP("a backup of a working bank"),
    BACKUP_LINKED("a backup that shares files with the archive"),
    BACKUP_OUTLIVES_ARCHIVE("such a backup read again after the archive had removed some of these files"),
    BACKUP_ENDED("a backup ended because the journal was full"),
    ORDERLY_STOP("a clean stop"),
    LIVENESS("served, stopped and ready again after the last fault");

    private final String text;

    Mode(String text) {
        this.text = text;
    }

    /** The mode in words. */
    public String text() {
        return text;
    }
}
