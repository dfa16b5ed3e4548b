package org.debitcredit.server.network;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import io.netty.util.NetUtil;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Rules for every HTTP request: its framing must be unambiguous (RFC 9112, 6.1), and it must be meant for this server
 * and not come from a page of another site. For use by all threads.
 */
final class RequestRules {

    /**
     * A refusal.
     *
     * @param status of the answer
     * @param problem of RFC 9457, in JSON
     * @param recorded reason that the audit log has; null if it has none, because the request is just malformed
     */
    record Refused(int status, String problem, @Nullable String recorded) {

        private static Refused of(int status, String id, String title, String detail) {
            return of(status, id, title, detail, null);
        }

        private static Refused of(int status, String id, String title, String detail, @Nullable String recorded) {
            return new Refused(
                    status,
                    JsonMapper.shared()
                            .createObjectNode()
                            .put("type", "urn:debitcredit:" + id)
                            .put("title", title)
                            .put("status", status)
                            .put("detail", detail)
                            .toString(),
                    recorded);
        }
    }

    /** The refusal of a request whose body, or whose trailers, cannot be decoded. */
    static final Refused UNREADABLE_BODY = Refused.of(
            400, "malformed", "Malformed request", "the chunks of the body, or its trailers, cannot be read");

    private static final AsciiString FETCH_SITE = AsciiString.cached("sec-fetch-site");

    private static final Set<String> OWN_SITE = Set.of("same-origin", "none");

    /** The authority and the rest. */
    private static final Pattern ABSOLUTE = Pattern.compile("https?://([^/?#]*)(.*)", Pattern.CASE_INSENSITIVE);

    private final Set<String> hosts;

    /** What named this server last. Most requests name it in the same way. */
    private volatile @Nullable String lastOwn;

    /** @param hosts names of the server besides its addresses, in lower case, without a port; empty for any */
    RequestRules(Set<String> hosts) {
        this.hosts = hosts;
    }

    /** The reason why a request is refused; null if it is not. */
    @Nullable
    Refused refused(HttpRequest request) {
        HttpHeaders headers = request.headers();
        if (!request.protocolVersion().equals(HttpVersion.HTTP_1_1)
                && !request.protocolVersion().equals(HttpVersion.HTTP_1_0)) {
            return Refused.of(505, "malformed", "Malformed request", "the version must be HTTP/1.1 or HTTP/1.0");
        }
        String framing = framing(request, headers);
        if (framing != null) {
            return Refused.of(400, "malformed", "Malformed request", framing);
        }
        if (isAmbiguous(request.uri())) {
            return Refused.of(
                    404, "not-found", "No such resource", "there is no resource at this path; see /v1/openapi.yaml");
        }
        List<String> expects = all(headers, HttpHeaderNames.EXPECT);
        if (expects.size() > 1 || expects.stream().anyMatch(expect -> !expect.equalsIgnoreCase("100-continue"))) {
            return Refused.of(417, "malformed", "Malformed request", "Expect must be 100-continue");
        }
        List<String> host = headers.getAll(HttpHeaderNames.HOST);
        if (host.size() > 1 || host.isEmpty() && request.protocolVersion().equals(HttpVersion.HTTP_1_1)) {
            return Refused.of(400, "malformed", "Malformed request", "a request must have exactly one Host header");
        }
        if (!host.isEmpty() && !isOwn(host.get(0)) || isForeignAuthority(request.uri())) {
            return Refused.of(
                    421,
                    "misdirected",
                    "Not this server",
                    "the Host header is not a name of this server; add the name to bank.network.hosts",
                    "foreign-host");
        }
        if (isForeign(headers, host)) {
            return Refused.of(
                    403,
                    "forbidden",
                    "Not allowed",
                    "pages of other sites may not send requests to the bank",
                    "foreign-origin");
        }
        return null;
    }

    private boolean isOwn(String authority) {
        if (hosts.isEmpty() || authority.equals(lastOwn)) {
            return true;
        }
        String name = name(authority);
        boolean isOwn = hosts.contains(name) || NetUtil.isValidIpV4Address(name) || NetUtil.isValidIpV6Address(name);
        if (isOwn) {
            lastOwn = authority;
        }
        return isOwn;
    }

    /** Most requests have none of these headers, and need no list. */
    private static List<String> all(HttpHeaders headers, CharSequence name) {
        return headers.contains(name) ? headers.getAll(name) : List.of();
    }

    /** A request may contain its full URI (RFC 9112, 3.2.2). */
    private boolean isForeignAuthority(String uri) {
        if (uri.startsWith("/")) {
            return false;
        }
        Matcher absolute = ABSOLUTE.matcher(uri);
        return absolute.matches() && !isOwn(absolute.group(1));
    }

    /** Whether a path is ambiguous because of parameters, parent directories, or encoded slashes. */
    private static boolean isAmbiguous(String uri) {
        if (isPlain(uri)) {
            return false;
        }
        int query = uri.indexOf('?');
        Matcher absolute = ABSOLUTE.matcher(query < 0 ? uri : uri.substring(0, query));
        String path = (absolute.matches() ? absolute.group(2) : query < 0 ? uri : uri.substring(0, query))
                .toLowerCase(Locale.ROOT);
        return path.contains(";")
                || path.contains("/../")
                || path.endsWith("/..")
                || path.contains("//")
                || path.contains("%2f")
                || path.contains("%5c")
                || path.contains("%3b")
                || path.contains("%2e");
    }

    /** Whether nothing in a path needs a closer look: no parameter, dot, empty segment or escape. */
    private static boolean isPlain(String uri) {
        char before = 0;
        for (int at = 0; at < uri.length(); at++) {
            char now = uri.charAt(at);
            boolean isPlain = now >= 'a' && now <= 'z' || now >= '0' && now <= '9' || now == '-' || now == '/';
            if (!isPlain || (now == '/' && before == '/')) {
                return false;
            }
            before = now;
        }
        return uri.startsWith("/");
    }

    private static @Nullable String framing(HttpRequest request, HttpHeaders headers) {
        List<String> codings = all(headers, HttpHeaderNames.TRANSFER_ENCODING);
        if (codings.isEmpty()) {
            return headers.getAll(HttpHeaderNames.CONTENT_LENGTH).size() > 1
                    ? "the request has two Content-Length headers"
                    : null;
        }
        if (codings.size() > 1 || !codings.get(0).equalsIgnoreCase("chunked")) {
            return "Transfer-Encoding must be chunked, given once";
        }
        if (headers.contains(HttpHeaderNames.CONTENT_LENGTH)) {
            return "a request must not have both Content-Length and Transfer-Encoding";
        }
        return request.protocolVersion().equals(HttpVersion.HTTP_1_1)
                ? null
                : "a request of HTTP/1.0 must not have a Transfer-Encoding";
    }

    /** Decided by Fetch Metadata if the browser sends it, otherwise by the page's origin. */
    private static boolean isForeign(HttpHeaders headers, List<String> host) {
        String site = headers.get(FETCH_SITE);
        if (site != null && !OWN_SITE.contains(site.toLowerCase(Locale.ROOT))) {
            return true;
        }
        String origin = headers.get(HttpHeaderNames.ORIGIN);
        if (origin == null) {
            return false;
        }
        int authority = origin.indexOf("://");
        return authority < 0
                || host.isEmpty()
                || !origin.substring(authority + 3).equalsIgnoreCase(host.get(0));
    }

    /** Without the port. */
    private static String name(String host) {
        int colon = host.lastIndexOf(':');
        boolean hasPort = colon >= 0 && host.indexOf(']', colon) < 0;
        return (hasPort ? host.substring(0, colon) : host).toLowerCase(Locale.ROOT);
    }
}
