package org.debitcredit.simulation.regions;

import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.random.RandomGenerator;
import org.debitcredit.engine.KeyStatus;
import org.debitcredit.region.ClearingBank;
import org.debitcredit.region.OutOfTown;
import org.debitcredit.region.Settlement;
import org.debitcredit.region.SettlementCut;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import org.jspecify.annotations.Nullable;

/**
 * A rule of clearing that is broken on purpose, to see the simulator notice. Each has the seed on which that is known
 * to be seen soonest; {@link PlantedRegionFaultsTest} says how to look for it again.
 */
enum PlantedRegionFault {
    KEY_NOT_DERIVED(1, new Seams() {
        @Override
        public ClearingBank.Remote remote(ClearingBank.Remote sound, LongSupplier position, RandomGenerator random) {
            return new FaultyRemote(sound) {
                @Override
                public void execute(
                        Transaction transaction, TransactionKey key, long unseenThrough, Consumer<Answer> answer) {
                    super.execute(transaction, another(key, random), unseenThrough, answer);
                }
            };
        }
    }),

    NOTHING_TAKEN_BACK(1, new Seams() {
        @Override
        public ClearingBank.Remote remote(ClearingBank.Remote sound, LongSupplier position, RandomGenerator random) {
            return new FaultyRemote(sound) {
                @Override
                public void reverse(
                        Reversal reversal,
                        TransactionKey key,
                        long unseenThrough,
                        long seenAt,
                        Consumer<Answer> answer) {
                    OutOfTown transaction = ofHalf(reversal.original());
                    if (transaction == null || !transaction.issuerTakeBackKey().equals(key.uuid())) {
                        super.reverse(reversal, key, unseenThrough, seenAt, answer);
                    }
                }
            };
        }

        @Override
        public ClearingBank.Own own(ClearingBank.Own sound, int region) {
            return new OwnThatTakesNothingBack(sound, region);
        }
    }),

    POSTED_TWICE(1, new Seams() {
        @Override
        public ClearingBank.Remote remote(ClearingBank.Remote sound, LongSupplier position, RandomGenerator random) {
            return new FaultyRemote(sound) {
                @Override
                public void execute(
                        Transaction transaction, TransactionKey key, long unseenThrough, Consumer<Answer> answer) {
                    super.execute(transaction, key, unseenThrough, answered -> {
                        if (answered.outcome().equals(new Outcome.Failed(Failure.OUTCOME_UNKNOWN))) {
                            super.execute(transaction, another(key, random), unseenThrough, answer);
                        } else {
                            answer.accept(answered);
                        }
                    });
                }
            };
        }
    }),

    LOST_ANSWER_TAKEN_FOR_NONE(9, new Seams() {
        @Override
        public ClearingBank.Remote remote(ClearingBank.Remote sound, LongSupplier position, RandomGenerator random) {
            return new FaultyRemote(sound) {
                @Override
                public void execute(
                        Transaction transaction, TransactionKey key, long unseenThrough, Consumer<Answer> answer) {
                    boolean isPaidIn = Reversal.postedBy(transaction.type().code(), transaction.amountMinor()) > 0;
                    super.execute(transaction, key, unseenThrough, answered -> {
                        boolean isLost = answered.outcome().equals(new Outcome.Failed(Failure.OUTCOME_UNKNOWN));
                        answer.accept(
                                isPaidIn && isLost
                                        ? new Answer(new Outcome.Failed(Failure.NOT_EXECUTED), 0)
                                        : answered);
                    });
                }
            };
        }
    }),

    CURSOR_SKIPPED(4, new Seams() {
        @Override
        public boolean losesPortion(boolean isFirstAfterStart) {
            return isFirstAfterStart;
        }
    }),

    DAY_CUT_WITHOUT_MATCHING(1, new Seams() {
        @Override
        public long inTransitMinor(long byMatchedHalvesMinor) {
            return 0;
        }
    }),

    ALWAYS_UNSEEN(1, new Seams() {
        @Override
        public ClearingBank.Remote remote(ClearingBank.Remote sound, LongSupplier position, RandomGenerator random) {
            return new FaultyRemote(sound) {
                @Override
                public void execute(
                        Transaction transaction, TransactionKey key, long unseenThrough, Consumer<Answer> answer) {
                    super.execute(transaction, key, position.getAsLong(), answer);
                }

                @Override
                public void reverse(
                        Reversal reversal,
                        TransactionKey key,
                        long unseenThrough,
                        long seenAt,
                        Consumer<Answer> answer) {
                    super.reverse(reversal, key, position.getAsLong(), seenAt, answer);
                }
            };
        }
    }),

    ACQUIRER_FIRST_FOR_WITHDRAWALS(1, new Seams() {
        @Override
        public ClearingBank.Remote remote(ClearingBank.Remote sound, LongSupplier position, RandomGenerator random) {
            return new FaultyRemote(sound) {
                @Override
                public void execute(
                        Transaction transaction, TransactionKey key, long unseenThrough, Consumer<Answer> answer) {
                    if (transaction.type() == TransactionType.WITHDRAWAL) {
                        answer.accept(new Answer(new Outcome.Committed(0, 0), 0));
                        super.execute(transaction, key, unseenThrough, ignored -> {});
                    } else {
                        super.execute(transaction, key, unseenThrough, answer);
                    }
                }
            };
        }
    }),

    MARK_TOO_FAR(4, new Seams() {
        @Override
        public SettlementCut mark(
                Settlement settlement, LongUnaryOperator acquirerFloor, LongUnaryOperator issuerFloor) {
            SettlementCut closed = settlement.cut(acquirerFloor, issuerFloor);
            return new SettlementCut(
                    settlement.acquirerPosition(), settlement.issuerPosition(), closed.forgottenMillis());
        }
    });

    private final long seed;
    private final Seams seams;

    PlantedRegionFault(long seed, Seams seams) {
        this.seed = seed;
        this.seams = seams;
    }

    /** On which it is known to be caught. */
    long seed() {
        return seed;
    }

    Seams seams() {
        return seams;
    }

    /** A new key of the same time. */
    private static TransactionKey another(TransactionKey key, RandomGenerator random) {
        return TransactionKey.of(
                key.client(),
                TransactionKey.uuidV7(TransactionKey.timeMillis(key.high()), random.nextLong(), random.nextLong()));
    }

    /** Leaves the steps out that take an acquirer's half back. */
    private record OwnThatTakesNothingBack(ClearingBank.Own sound, int region) implements ClearingBank.Own {

        @Override
        public boolean isAhead(TransactionKey key) {
            return sound.isAhead(key);
        }

        @Override
        public void status(TransactionKey key, long unseenThrough, Consumer<@Nullable KeyStatus> answer) {
            sound.status(key, unseenThrough, answer);
        }

        @Override
        public void execute(Transaction transaction, TransactionKey key, long unseenThrough, Consumer<Answer> answer) {
            sound.execute(transaction, key, unseenThrough, answer);
        }

        @Override
        public void reverse(
                Reversal reversal, TransactionKey key, long unseenThrough, long seenAt, Consumer<Answer> answer) {
            Transaction half = reversal.original();
            OutOfTown transaction = OutOfTown.ofAcquirerHalf(
                    region,
                    RegionsTerms.CORRESPONDENTS.regionOfAccount(half.account()),
                    half.teller(),
                    half.amountMinor(),
                    reversal.originalKey(),
                    half.reference());
            boolean isTakenBack =
                    transaction != null && transaction.acquirerTakeBackKey().equals(key);
            if (!isTakenBack) {
                sound.reverse(reversal, key, unseenThrough, seenAt, answer);
            }
        }
    }
}
