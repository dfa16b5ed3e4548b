package org.debitcredit.bench;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A second column of results, in transactions per second, for operations with several transactions. */
@AuxCounters(AuxCounters.Type.OPERATIONS)
@State(Scope.Thread)
public class TransactionCounter {

    public long transactions;
}
