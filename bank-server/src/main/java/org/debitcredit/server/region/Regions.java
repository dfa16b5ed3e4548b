package org.debitcredit.server.region;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.debitcredit.client.BankClient;
import org.debitcredit.client.BankHeaders;
import org.debitcredit.client.PostingsFollower;
import org.debitcredit.console.FileModes;
import org.debitcredit.event.Progress;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.region.Clearing;
import org.debitcredit.region.Correspondents;
import org.debitcredit.region.Settlement;
import org.debitcredit.server.lifecycle.BankLifecycle;
import org.debitcredit.server.loop.RequestGateway;
import org.debitcredit.server.settings.ConfigurationRefused;
import org.debitcredit.server.settings.RegionProperties;
import org.debitcredit.settings.BankSettings;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connections of this service with the other regions; empty where there are no regions. */
public final class Regions implements BankLifecycle.Companion {

    private static final long LINKS_END_NANOS_MAX = TimeUnit.SECONDS.toNanos(3);

    private static final Logger LOG = LoggerFactory.getLogger(Regions.class);

    /** Settled transactions whose keys are known, of all other regions together. Each takes about 400 bytes. */
    private static final int SETTLED_KEPT = 50_000;

    private static final long HELD_MILLIS = 60_000;

    /**
     * How long transactions gather for a message: far less than the pause after which a settlement repeats a request.
     * Each region follows all others, so a message for each group of transactions would take more of the processors
     * than the transactions themselves.
     */
    private static final Duration GATHER = Duration.ofMillis(50);

    private final RegionProperties properties;
    private final BankSettings settings;
    private final RequestGateway gateway;
    private final MeterRegistry registry;
    private final @Nullable Correspondents correspondents;
    private final Map<Integer, String> tokens;
    private final RegionFiles files;
    /** Marks from which the streams of each pair are read. Used by the thread that opens the bank. */
    private final Map<Integer, Mark> marks = new TreeMap<>();

    private volatile Map<Integer, RegionLink> links = Map.of();
    private @Nullable OwnStream ownStream;

    /**
     * Connects with no region yet; throws {@link ConfigurationRefused} if a token file cannot be read, or the bank is
     * too small for so many regions.
     */
    public Regions(RegionProperties properties, BankSettings settings, RequestGateway gateway, MeterRegistry registry) {
        this.properties = properties;
        this.settings = settings;
        this.gateway = gateway;
        this.registry = registry;
        this.files = new RegionFiles(settings.data(), settings.journal().mirror());
        this.tokens = tokens(properties.partners());
        this.correspondents = properties.count() == null ? null : correspondents(properties.count(), settings);
    }

    private static Correspondents correspondents(int count, BankSettings settings) {
        try {
            return new Correspondents(settings.scale(), count);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationRefused("bank.region.count: " + e.getMessage());
        }
    }

    /** The number of this region; null if there are no regions. */
    public @Nullable Integer number() {
        return properties.number();
    }

    /**
     * The region that a teller or an account stands for, so that only regions use it; or {@link Correspondents#NONE}.
     */
    int regionOf(long id) {
        Correspondents known = correspondents;
        return known == null ? Correspondents.NONE : known.regionOfAccount(id);
    }

    /** The teller that stands for another region. */
    long networkTeller(int region) {
        return Objects.requireNonNull(correspondents).networkTeller(region);
    }

    /** Whether a teller is in a branch of correspondents, at which only regions post. */
    boolean isReservedTeller(long teller) {
        Correspondents known = correspondents;
        return known != null && known.isReservedTeller(teller);
    }

    /** The region that a bank is, as far as it is known; or {@link Correspondents#NONE}. */
    int regionOf(UUID bank) {
        for (RegionLink link : links.values()) {
            if (link.isBank(bank)) {
                return link.number();
            }
        }
        return Correspondents.NONE;
    }

    /** What a bank is that calls this one as another region. */
    public enum Caller {
        /** A partner. */
        PARTNER,
        /** Perhaps a partner that has not answered this region yet, so that its bank is not known. */
        NOT_KNOWN_YET,
        /** Not the bank of any partner. */
        STRANGER
    }

    /** What the bank with this id is to this region. */
    public Caller caller(UUID bank) {
        Collection<RegionLink> all = links.values();
        if (regionOf(bank) != Correspondents.NONE) {
            return Caller.PARTNER;
        }
        boolean areAllKnown = !all.isEmpty() && all.stream().allMatch(RegionLink::isBankKnown);
        return areAllKnown ? Caller.STRANGER : Caller.NOT_KNOWN_YET;
    }

    /** Whether this is the number of a partner. */
    boolean isPartner(int region) {
        return properties.partners().stream().anyMatch(partner -> partner.number() == region);
    }

    /**
     * What executes transactions with a region; null if there is no such partner, if it is refused for good, or while
     * the bank is not open.
     */
    public @Nullable Clearing clearing(int region) {
        RegionLink link = links.get(region);
        return link == null || link.isRefusedForGood() ? null : link.clearing();
    }

    /** Why nothing is executed with a region until an operator has acted; null if it is not known to be so. */
    @Nullable
    String refusedBecause(int region) {
        RegionLink link = links.get(region);
        return link == null ? null : link.refusedBecause();
    }

    /** Why nothing is executed with a region until the next start; null if it is not refused for good. */
    @Nullable
    String refusedForGoodBecause(int region) {
        RegionLink link = links.get(region);
        return link != null && link.isRefusedForGood() ? link.refusedBecause() : null;
    }

    /**
     * One other region, as an operator sees it.
     *
     * @param number of the region
     * @param isAway whether the region does not answer, or is not used
     * @param refusedBecause why it is not used until an operator has acted; null if it is used
     * @param unsettled out-of-town transactions with it that are in transit or in progress
     * @param inTransitMinor what is posted here for its customers and not yet there, minor units
     * @param strays transactions with its correspondents that are not halves of out-of-town transactions
     */
    public record Seen(
            int number,
            boolean isAway,
            @Nullable String refusedBecause,
            int unsettled,
            long inTransitMinor,
            long strays) {}

    /** The other regions, in the order of their numbers. */
    public List<Seen> seen() {
        List<Seen> seen = new ArrayList<>();
        for (RegionLink link : links.values()) {
            Settlement settlement = link.settlement();
            seen.add(new Seen(
                    link.number(),
                    link.isAway(),
                    link.refusedBecause(),
                    settlement.unsettled(),
                    settlement.inTransitMinor(),
                    settlement.strays()));
        }
        return seen;
    }

    /** Makes sure that this bank is this region, and finds out from where the streams of each pair are read. */
    @Override
    public void check(RunningBank bank, Progress progress) throws IOException {
        Integer own = properties.number();
        Correspondents here = correspondents;
        if (own == null || here == null) {
            return;
        }
        Set<Integer> partners = properties.partners().stream()
                .map(RegionProperties.Partner::number)
                .collect(Collectors.toUnmodifiableSet());
        RegionStart start = new RegionStart(files, own, partners, here);
        RegionRecord record = start.record(bank, progress);
        for (RegionProperties.Partner partner : properties.partners()) {
            marks.put(partner.number(), start.mark(partner.number(), record, bank, progress));
        }
        // Before the first transaction with any of them.
        files.write(record.with(marks.keySet()));
    }

    /** Begins to follow the other regions. */
    @Override
    public void opened(RunningBank bank) throws IOException {
        Integer own = properties.number();
        Correspondents here = correspondents;
        if (own == null || here == null) {
            return;
        }
        SteadyClock clock = new SteadyClock(
                TimeUnit.MICROSECONDS.toMillis(settings.clocks().wallMicros().getAsLong()), System::nanoTime);
        OwnStream stream = new OwnStream(bank.postings(), bank.identity().id(), here, clock);
        OwnRegion ownBank =
                new OwnRegion(gateway, bank.clock(), settings.keyAheadMax().toMillis());
        Map<Integer, RegionLink> opened = new TreeMap<>();
        for (RegionProperties.Partner partner : properties.partners()) {
            Mark mark = Objects.requireNonNull(marks.get(partner.number()));
            opened.put(partner.number(), link(partner, own, here, stream, mark, ownBank, clock));
        }
        stream.begin(opened.values());
        ownStream = stream;
        links = Collections.unmodifiableMap(opened);
        opened.values().forEach(RegionLink::begin);
        bindTo(opened.values());
        LOG.info("this is region {} of {}; partners: {}", own, properties.count(), opened.keySet());
    }

    private RegionLink link(
            RegionProperties.Partner partner,
            int own,
            Correspondents here,
            OwnStream stream,
            Mark mark,
            OwnRegion ownBank,
            SteadyClock clock) {
        Settlement settlement = new Settlement(
                own,
                partner.number(),
                new Settlement.Limits(properties.unsettledMax(), settledKept(), heldMillis()),
                mark.cut());
        String token = tokens.get(partner.number());
        BankHeaders headers = new BankHeaders(stream.bank());
        RemoteRegion remote = new RemoteRegion(
                connect(partner, token, headers), properties.callMax().toMillis());
        Clearing clearing = new Clearing(settlement, here, here, ownBank, remote, clock::millis);
        PostingsFollower.Connection follow = partner.tls()
                ? PostingsFollower.tls(partner.host(), partner.port(), token)
                : PostingsFollower.plaintext(partner.host(), partner.port(), token);
        return new RegionLink(
                partner.number(),
                own,
                files,
                here,
                settlement,
                clearing,
                remote,
                follow.gathering(GATHER).intercepted(headers),
                new PartnerIdentity(partner.number(), settings.scale(), settings.currency(), here, headers, mark),
                mark,
                stream.trail(),
                clock);
    }

    private int settledKept() {
        return Math.max(1, SETTLED_KEPT / properties.partners().size());
    }

    /** A call that has ended without an answer may still be executed for a while. */
    private long heldMillis() {
        return 2 * properties.callMax().toMillis() + HELD_MILLIS;
    }

    private Supplier<BankClient> connect(
            RegionProperties.Partner partner, @Nullable String token, BankHeaders headers) {
        BankClient.Options options =
                new BankClient.Options(token, Duration.ZERO, false, properties.callMax(), List.of(headers));
        return () -> partner.tls()
                ? BankClient.tls(partner.host(), partner.port(), options)
                : BankClient.plaintext(partner.host(), partner.port(), options);
    }

    /** The tokens that the other regions take from this one, by their numbers. */
    private static Map<Integer, String> tokens(List<RegionProperties.Partner> partners) {
        Map<Integer, String> tokens = new HashMap<>();
        for (RegionProperties.Partner partner : partners) {
            Path file = partner.tokenFile();
            if (file != null) {
                if (FileModes.isWritableByOthers(file)) {
                    LOG.warn(
                            "the token-file of region {} in bank.region.partners is {}, which its group or others may"
                                    + " write; run chmod go-w on it",
                            partner.number(),
                            file);
                }
                try {
                    tokens.put(
                            partner.number(),
                            Files.readString(file, StandardCharsets.UTF_8).trim());
                } catch (IOException e) {
                    throw new ConfigurationRefused(
                            "the token-file of region " + partner.number() + " in bank.region.partners",
                            file,
                            "cannot be read",
                            e);
                }
            }
        }
        return tokens;
    }

    private void bindTo(Collection<RegionLink> opened) {
        for (RegionLink link : opened) {
            gauge(
                    link,
                    "bank.region.unsettled",
                    "Out-of-town transactions with a region that are in transit or in" + " progress",
                    of -> of.settlement().unsettled());
            gauge(
                    link,
                    "bank.region.in.transit.minor",
                    "What is posted here for customers of a region, and not yet" + " there, minor units",
                    of -> of.settlement().inTransitMinor());
            gauge(link, "bank.region.away", "1 while a region does not answer", of -> of.isAway() ? 1 : 0);
            gauge(
                    link,
                    "bank.region.strays",
                    "Transactions with the correspondents of a region that are no" + " out-of-town transactions",
                    of -> of.settlement().strays());
        }
    }

    private void gauge(RegionLink link, String name, String description, ToDoubleFunction<RegionLink> value) {
        Gauge.builder(name, link, value)
                .tag("region", Integer.toString(link.number()))
                .description(description)
                .register(registry);
    }

    @Override
    public void closing() throws InterruptedException {
        links.values().forEach(RegionLink::stop);
        // For all together, because a stop has a time limit.
        long untilNanos = System.nanoTime() + LINKS_END_NANOS_MAX;
        for (RegionLink link : links.values()) {
            link.awaitEnd(untilNanos);
        }
        OwnStream stream = ownStream;
        if (stream != null) {
            stream.end();
        }
        links = Map.of();
        files.end();
    }
}
