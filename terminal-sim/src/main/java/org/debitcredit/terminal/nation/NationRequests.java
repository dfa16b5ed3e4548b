package org.debitcredit.terminal.nation;

import io.gatling.http.client.Request;
import io.gatling.http.client.RequestBuilder;
import io.gatling.http.client.body.bytearray.ByteArrayRequestBodyBuilder;
import io.gatling.http.client.resolver.InetAddressNameResolver;
import io.gatling.http.client.uri.Uri;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.TransactionJson;

/** Makes the HTTP requests of the ATMs of all regions. */
final class NationRequests {

    private static final String NO_FILE = "";
    private static final long ANSWER_MILLIS_MAX = 10_000;

    private final List<Uri> transactions;

    /** @param urls of the services, by their regions */
    NationRequests(List<URI> urls) {
        transactions = urls.stream()
                .map(url -> Uri.create(url + BankHttp.TRANSACTIONS_PATH))
                .toList();
    }

    /** @param region of the ATM, whose service is asked */
    Request of(int region, NationWorkload.Request asked, UUID key) {
        String body = asked.issuer() == region
                ? TransactionJson.of(asked.transaction(), NationPlan.PRESET.requestBytesMin())
                : TransactionJson.ofOutOfTown(asked.transaction(), asked.issuer());
        return new RequestBuilder(
                        NO_FILE, HttpMethod.POST, transactions.get(region), InetAddressNameResolver.JAVA_RESOLVER)
                .setRequestTimeout(ANSWER_MILLIS_MAX)
                .addHeader(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON)
                .addHeader(BankHttp.KEY_HEADER, key.toString())
                .setBodyBuilder(new ByteArrayRequestBodyBuilder(body.getBytes(StandardCharsets.US_ASCII), NO_FILE))
                .build();
    }
}
