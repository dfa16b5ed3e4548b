package org.debitcredit.ledger.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.debitcredit.ledger.BalanceKind;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Why YugabyteDB has no dialect of its own here: jOOQ writes the same for it as for PostgreSQL. */
class YugabyteSqlTest {

    private static final DSLContext POSTGRES = DSL.using(SQLDialect.POSTGRES);
    private static final DSLContext YUGABYTE = DSL.using(SQLDialect.YUGABYTEDB);

    @ParameterizedTest
    @EnumSource
    void theStatementsOfABatchAreTheSame(BalanceKind kind) {
        assertThat(BalanceTable.readSql(kind, YUGABYTE, Dialect.POSTGRESQL))
                .isEqualTo(BalanceTable.readSql(kind, POSTGRES, Dialect.POSTGRESQL));
        assertThat(BalanceTable.writeSql(kind, YUGABYTE, Dialect.POSTGRESQL))
                .isEqualTo(BalanceTable.writeSql(kind, POSTGRES, Dialect.POSTGRESQL));
        assertThat(BalanceRange.sql(kind, YUGABYTE, Dialect.POSTGRESQL))
                .isEqualTo(BalanceRange.sql(kind, POSTGRES, Dialect.POSTGRESQL));
    }
}
