package org.debitcredit.server.network;

import io.netty.util.AsciiString;

/** The headers of answers that tell browsers to be strict. */
public final class BrowserHeaders {

    /** Whether a browser may take a body for something else than its type says. */
    public static final AsciiString CONTENT_TYPE_OPTIONS = AsciiString.cached("x-content-type-options");

    /** It may not. */
    public static final AsciiString NOSNIFF = AsciiString.cached("nosniff");

    /** How long a browser uses nothing but TLS for this host, on all its ports. Of use over TLS only (RFC 6797, 7.2). */
    public static final AsciiString TRANSPORT_SECURITY = AsciiString.cached("strict-transport-security");

    /** One year. */
    public static final AsciiString ONE_YEAR = AsciiString.cached("max-age=31536000");

    private BrowserHeaders() {}
}
