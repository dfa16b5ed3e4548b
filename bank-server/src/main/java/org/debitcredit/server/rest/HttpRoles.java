package org.debitcredit.server.rest;

import java.util.List;
import java.util.Set;
import org.debitcredit.server.security.AccessControl;
import org.debitcredit.server.security.Role;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * The roles that each HTTP path needs. Paths are matched as the dispatcher matches them, and paths that are not listed
 * are for the staff, so that no spelling of a path bypasses its rule.
 */
final class HttpRoles {

    private record Rule(PathPattern path, Set<Role> anyOf) {}

    private static final List<Rule> RULES = List.of(
            rule("/v1/transactions", AccessControl.TERMINALS),
            rule("/v1/reversals", AccessControl.TERMINALS),
            rule("/v1/transactions/{key}", AccessControl.ANYONE),
            rule("/v1/accounts/{id}", AccessControl.ANYONE),
            rule("/v1/accounts/{id}/statement", AccessControl.ANYONE),
            rule("/v1/tellers/{id}", AccessControl.ANYONE),
            rule("/v1/branches/{id}", AccessControl.ANYONE),
            rule("/v1/bank", AccessControl.ANYONE),
            rule("/v1/regions", AccessControl.STAFF),
            rule("/v1/backups", Set.of(Role.OPERATOR)),
            rule("/v1/snapshots", Set.of(Role.OPERATOR)),
            rule("/v1/openapi.yaml", AccessControl.ANYONE),
            rule("/v1/openapi.json", AccessControl.ANYONE));

    /** Probes send no token and get only up or down. The console's files are the same for everyone. */
    private static final List<PathPattern> OPEN = List.of(
            pattern("/actuator/health/liveness"),
            pattern("/actuator/health/readiness"),
            pattern("/"),
            pattern("/docs"),
            pattern("/console/{file}"));

    private static final Set<HttpMethod> METHODS = Set.of(HttpMethod.values());

    private static final PathPattern ACTUATOR = pattern("/actuator/**");

    private HttpRoles() {}

    private static Rule rule(String path, Set<Role> anyOf) {
        return new Rule(pattern(path), anyOf);
    }

    private static PathPattern pattern(String path) {
        return PathPatternParser.defaultInstance.parse(path);
    }

    static boolean open(PathContainer path) {
        return OPEN.stream().anyMatch(pattern -> pattern.matches(path));
    }

    /**
     * A request's method and the pattern of its path, without anything that only this client chose. What is not listed
     * is named by its kind.
     */
    static String name(HttpMethod method, PathContainer path) {
        String known = METHODS.contains(method) ? method.name() : "OTHER";
        for (Rule rule : RULES) {
            if (rule.path().matches(path)) {
                return known + " " + rule.path();
            }
        }
        return known + (ACTUATOR.matches(path) ? " " + ACTUATOR : " other");
    }

    static Set<Role> anyOf(PathContainer path) {
        for (Rule rule : RULES) {
            if (rule.path().matches(path)) {
                return rule.anyOf();
            }
        }
        return AccessControl.STAFF;
    }
}
