package org.debitcredit.terminal.demo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.debitcredit.terminal.contract.Json;

/** What the page of the plug shows, as JSON. Times are milliseconds, those since a kill from the kill on. */
final class PlugJson {

    private PlugJson() {}

    static ObjectNode of(LivePlug.View view, RecentAnswers answers, URI console, long nowMillis) {
        ObjectNode json = Json.object();
        json.put("state", view.state().name().toLowerCase(Locale.ROOT));
        json.put("pid", view.pid());
        json.put("ticket", view.ticket());
        json.put("problem", view.problem());
        json.put("console", console.toString());
        json.put("now", nowMillis);
        json.put("answers", answers.answers());
        json.put("momentMillis", RecentAnswers.MOMENT_MILLIS);
        ArrayNode moments = json.putArray("moments");
        answers.perMoment(nowMillis).forEach(moments::add);
        ArrayNode pulls = json.putArray("pulls");
        view.pulls().forEach(pull -> pulls.add(of(pull)));
        return json;
    }

    /** One kill. */
    static ObjectNode of(Pull pull) {
        ObjectNode json = Json.object();
        json.put("pid", pull.pid());
        json.put("killed", pull.killed().toEpochMilli());
        Outage outage = pull.outage();
        if (outage != null) {
            json.put("readyMillis", outage.length().toMillis());
            ArrayNode recovery = json.putArray("recovery");
            outage.recovery().forEach(recovery::add);
        }
        Pull.Found found = pull.found();
        if (found != null) {
            json.put("checkedMillis", millis(pull.killed(), found.checked()));
            json.put("silenceMillis", found.silence().toMillis());
            json.put("answers", found.answers().answers());
            json.put("found", found.answers().found());
            json.put("lost", found.answers().lost());
            json.put("booksBalance", found.booksBalance());
            ArrayNode differences = json.putArray("differences");
            found.answers().differences().forEach(differences::add);
        }
        return json;
    }

    private static long millis(Instant from, Instant to) {
        return Duration.between(from, to).toMillis();
    }
}
