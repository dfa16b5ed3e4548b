package org.debitcredit.server.command.client;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Shows the postings of an account. */
@Command(
        name = "statement",
        description = {
            "Show the postings of an account as a table, the latest first, page by page.",
            "The command 'next' of a script or of the prompt shows the next page. With --json each page is an object."
        })
final class StatementCommand extends SessionCommand {

    @Option(names = "--account", paramLabel = "ID", required = true, description = "The account.")
    private long account;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = "Only postings of this time or later, such as " + "2026-01-31T12:00:00Z.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "Only postings before this time.")
    private @Nullable String to;

    @Option(names = "--limit", paramLabel = "N", description = "Postings on a page, 1 to 500 (default: 50).")
    private @Nullable Integer limit;

    @Option(names = "--cursor", paramLabel = "CURSOR", description = "Continue here, as the page before says.")
    private @Nullable String cursor;

    @Option(names = "--all", description = "Show all pages.")
    private boolean all;

    @Override
    boolean run(Session session) throws IOException, InterruptedException, RefusedException {
        boolean isFirst = cursor == null;
        String path = path(account, from, to, limit, cursor);
        while (true) {
            showPage(session, path, limit, isFirst);
            String next = session.nextPage();
            if (next == null) {
                return true;
            }
            if (!all) {
                // A program reads the cursor from the JSON object.
                if (!session.isJson()) {
                    System.out.println(
                            "More postings: next, or the option --cursor " + next.replaceFirst(".*[?&]cursor=", ""));
                }
                return true;
            }
            path = next;
            isFirst = false;
        }
    }

    /** Shows the page after the one that was shown last. */
    @Command(name = "next", description = "Show the next page of the statement.")
    static final class Next extends SessionCommand {
        @Override
        boolean run(Session session) throws IOException, InterruptedException, RefusedException {
            String path = session.nextPage();
            if (path == null) {
                Session.failed("there is no next page of a statement");
                return false;
            }
            String limit = path.replaceFirst(".*[?&]limit=(\\d+).*|.*", "$1");
            showPage(session, path, limit.isEmpty() ? null : Integer.valueOf(limit), false);
            if (session.nextPage() != null && !session.isJson()) {
                System.out.println("More postings: next");
            }
            return true;
        }
    }

    private static String path(
            long account,
            @Nullable String from,
            @Nullable String to,
            @Nullable Integer limit,
            @Nullable String cursor) {
        StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");
        add(query, "from", from);
        add(query, "to", to);
        add(query, "limit", limit);
        add(query, "cursor", cursor);
        return "/v1/accounts/" + account + "/statement" + query;
    }

    private static void add(StringJoiner query, String name, @Nullable Object value) {
        if (value != null) {
            query.add(name + "=" + URLEncoder.encode(value.toString(), StandardCharsets.UTF_8));
        }
    }

    private static void showPage(Session session, String path, @Nullable Integer limit, boolean isFirst)
            throws IOException, InterruptedException, RefusedException {
        AmountFormat amounts = session.amounts();
        ObjectNode page = session.ask(path);
        session.print(page, StatementTable.of(page, amounts, isFirst));
        JsonNode next = page.path("next");
        session.showed(
                next.isString() ? path(page.path("account").asLong(), null, null, limit, next.asString()) : null);
    }
}
