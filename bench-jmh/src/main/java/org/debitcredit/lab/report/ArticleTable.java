package org.debitcredit.lab.report;

import java.util.ArrayList;
import java.util.List;
import org.debitcredit.lab.modesto.Comparison;
import org.debitcredit.lab.modesto.JudgedStatement;
import org.debitcredit.lab.modesto.Statement;

/** Everything that the article states in numbers, with the model's value beside each. */
public final class ArticleTable {

    private ArticleTable() {}

    /** What each number is used for, which is settled before the model is run. */
    public static List<String> roles() {
        return Statement.ALL.stream()
                .map(statement -> statement.setting().words() + ": " + statement.words() + ", " + role(statement))
                .toList();
    }

    private static String role(Statement statement) {
        return switch (statement.role()) {
            case CALIBRATES -> "calibrates the model";
            case INPUT -> "is an input of the model, or follows from its inputs";
            case JUDGES -> statement.isRange() ? "judges the model by a range" : "judges the model";
        };
    }

    /** The heads of the columns. */
    public static List<String> head() {
        return List.of("set-up", "the article", "the model", "verdict", "what the model lacks");
    }

    /** The rows, each with as many cells as the head. */
    public static List<List<String>> rows(Comparison comparison) {
        List<List<String>> rows = new ArrayList<>();
        for (JudgedStatement judged : comparison.statements()) {
            Statement statement = judged.statement();
            rows.add(List.of(
                    statement.setting().words(),
                    statement.words(),
                    statement.quantity().words(judged.model()),
                    judged.verdict(),
                    judged.isRight() ? "" : statement.lacking()));
        }
        return rows;
    }
}
