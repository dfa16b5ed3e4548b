package org.debitcredit.streams;

/** Is told of each second of a run when it has passed. */
@FunctionalInterface
public interface SecondListener {

    void passed(Second second);
}
