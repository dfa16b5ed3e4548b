package org.debitcredit.server.rest;

import java.io.IOException;
import java.io.InputStream;
import java.util.Currency;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.ledger.Totals;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.server.answer.BankFacts;
import org.debitcredit.server.lifecycle.BankState;
import org.debitcredit.server.loop.RequestGateway;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.json.JsonMapper;

/** Serves the description of the bank and its contract. */
@RestController
final class BankController {

    private static final Resource CONTRACT = new ClassPathResource("openapi/bank-v1.yaml");

    private final RequestGateway gateway;
    private final BankState state;
    private final BankFacts facts;
    private final Preset preset;
    /** The contract is converted once, because parsing it occupies a processor for a while. */
    private volatile byte @Nullable [] contractInJson;

    BankController(RequestGateway gateway, BankState state, BankFacts facts, Preset preset) {
        this.gateway = gateway;
        this.state = state;
        this.facts = facts;
        this.preset = preset;
    }

    @GetMapping(path = "/v1/bank", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> bank() {
        RunningBank bank = state.bank();
        if (bank == null) {
            return Exchange.unavailable();
        }
        BankIdentity identity = bank.identity();
        BankScale scale = identity.scale();
        Currency currency = identity.currency();
        return Body.ok(new Body()
                .with("bankId", identity.id().toString())
                .with("preset", preset.toString())
                .with("branches", scale.branches())
                .with("tellersPerBranch", scale.tellersPerBranch())
                .with("accountsPerBranch", scale.accountsPerBranch())
                .with("currency", currency.getCurrencyCode())
                .with("fractionDigits", Math.max(0, currency.getDefaultFractionDigits()))
                .with("position", bank.engine().position())
                .with("keyWindow", bank.settings().keyWindow())
                .with("keyWindowSeconds", facts.keyWindowSeconds())
                .with("batchMax", TransactionEngine.SUBMISSION_MAX)
                .with("ledger", facts.ledger())
                .with("journalKind", facts.journalKind())
                .with("durable", facts.isDurable())
                .with("forces", facts.forces())
                .with("journalBytes", facts.journalBytes())
                .bytes());
    }

    @GetMapping(path = "/v1/totals", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> totals() {
        return Exchange.<Inquiry.Sums>inquiry(gateway::totals, BankController::sums);
    }

    private static ResponseEntity<byte[]> sums(Inquiry.Sums sums) {
        Totals totals = sums.totals();
        return Body.ok(new Body()
                .with("position", sums.position())
                .with("accounts", totals.accounts())
                .with("tellers", totals.tellers())
                .with("branches", totals.branches())
                .with("history", totals.history())
                .with("historyRows", totals.historyRows())
                .with("holds", totals.hold())
                .bytes());
    }

    @GetMapping(path = "/v1/openapi.yaml", produces = "application/yaml")
    Resource contract() {
        return CONTRACT;
    }

    /** The same contract in JSON, which a browser can read. */
    @GetMapping(path = "/v1/openapi.json", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> contractInJson() {
        return Mono.fromCallable(() -> {
                    byte[] known = contractInJson;
                    if (known == null) {
                        known = json(CONTRACT);
                        contractInJson = known;
                    }
                    return Body.ok(known);
                })
                .subscribeOn(Schedulers.boundedElastic());
    }

    private static byte[] json(Resource yaml) throws IOException {
        try (InputStream text = yaml.getInputStream()) {
            Object contract = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
            return JsonMapper.shared().writeValueAsBytes(contract);
        }
    }
}
