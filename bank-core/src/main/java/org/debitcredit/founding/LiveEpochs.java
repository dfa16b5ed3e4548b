package org.debitcredit.founding;

import java.util.List;
import org.debitcredit.journal.JoinedEpochs;
import org.debitcredit.journal.JournalSource;
import org.jspecify.annotations.Nullable;

/** The valid epochs of a bank, without those whose loss an operator has accepted, which are no longer read. */
public final class LiveEpochs {

    private LiveEpochs() {}

    /**
     * The valid epochs of several sources. An epoch that is in several of them is read from the first.
     *
     * @param known the bank's record; null where there is none
     */
    public static JournalSource of(@Nullable BankRecord known, List<JournalSource> sources) {
        return new JoinedEpochs(sources, known == null ? 0 : known.acceptedEpoch());
    }
}
