package org.debitcredit.terminal.run;

import io.gatling.http.client.Request;
import io.gatling.http.client.RequestBuilder;
import io.gatling.http.client.body.bytearray.ByteArrayRequestBodyBuilder;
import io.gatling.http.client.resolver.InetAddressNameResolver;
import io.gatling.http.client.uri.Uri;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.TransactionJson;
import org.debitcredit.transaction.Transaction;
import org.jspecify.annotations.Nullable;

/** Makes the HTTP requests of a run's terminals. */
final class Requests {

    private static final String NO_FILE = "";

    private final String url;
    private final Uri transactions;
    private final Uri reversals;
    private final @Nullable String authorization;
    private final int requestBytesMin;
    private final long answerMillisMax;

    Requests(RunPlan plan, int requestBytesMin) {
        url = plan.url().toString();
        transactions = Uri.create(url + BankHttp.TRANSACTIONS_PATH);
        reversals = Uri.create(url + BankHttp.REVERSALS_PATH);
        authorization = plan.token() == null ? null : "Bearer " + plan.token();
        this.requestBytesMin = requestBytesMin;
        answerMillisMax = plan.forwarding().answerMax().toMillis();
    }

    Request transaction(Transaction transaction, UUID key) {
        return post(transactions, TransactionJson.of(transaction, requestBytesMin), key);
    }

    Request reversal(Transaction original, UUID originalKey, UUID key) {
        return post(reversals, TransactionJson.ofReversal(original, originalKey), key);
    }

    Request balance(long account) {
        return builder(HttpMethod.GET, Uri.create(url + BankHttp.ACCOUNTS_PATH + account))
                .build();
    }

    private Request post(Uri uri, String body, UUID key) {
        return builder(HttpMethod.POST, uri)
                .addHeader(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON)
                .addHeader(BankHttp.KEY_HEADER, key.toString())
                .setBodyBuilder(new ByteArrayRequestBodyBuilder(body.getBytes(StandardCharsets.US_ASCII), NO_FILE))
                .build();
    }

    private RequestBuilder builder(HttpMethod method, Uri uri) {
        RequestBuilder builder = new RequestBuilder(NO_FILE, method, uri, InetAddressNameResolver.JAVA_RESOLVER)
                .setRequestTimeout(answerMillisMax);
        return authorization == null ? builder : builder.addHeader(HttpHeaderNames.AUTHORIZATION, authorization);
    }
}
