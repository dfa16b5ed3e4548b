package org.debitcredit.server.status;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationPredicate;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.debitcredit.backup.OlderBackups;
import org.debitcredit.recovery.LedgerChoice;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.server.audit.AuditLog;
import org.debitcredit.server.lifecycle.BankState;
import org.debitcredit.server.loop.RequestGateway;
import org.debitcredit.server.metrics.GroupMetrics;
import org.debitcredit.server.metrics.KeyWindowSpan;
import org.debitcredit.server.network.Connections;
import org.debitcredit.server.settings.BankProperties;
import org.debitcredit.settings.BankSettings;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.info.BuildProperties;
import org.springframework.boot.info.GitProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.server.reactive.observation.ServerRequestObservationContext;

/** Puts the reports together, and registers the meters of disks, files, backups and build. */
@Configuration(proxyBeanMethods = false)
public class StatusConfiguration {

    private static final String UNKNOWN = "unknown";

    @Bean
    BuildInfo buildInfo(
            ObjectProvider<BuildProperties> build, ObjectProvider<GitProperties> git, MeterRegistry registry) {
        BuildProperties built = build.getIfAvailable();
        GitProperties revision = git.getIfAvailable();
        String version = built == null ? null : built.getVersion();
        String commit = revision == null ? null : revision.getShortCommitId();
        BuildInfo info = new BuildInfo(version == null ? UNKNOWN : version, commit == null ? UNKNOWN : commit);
        Gauge.builder("bank.build.info", () -> 1)
                .tag("version", info.version())
                .tag("revision", info.revision())
                .tag("jdk", Runtime.version().toString())
                .description("1; the labels say what runs")
                .register(registry);
        return info;
    }

    @Bean
    DiskMeter diskMeter(BankSettings settings, BankProperties properties, BankState state, MeterRegistry registry) {
        Path mirror = settings.journal().mirror();
        DiskMeter meter = new DiskMeter(
                settings.data(),
                mirror,
                properties.backupDirectory(),
                () -> epochs(state),
                () -> bank(state),
                OlderBackups::bank,
                System::nanoTime,
                System::currentTimeMillis);
        for (String place : mirror == null ? List.of("data") : List.of("data", "mirror")) {
            Gauge.builder("bank.disk.free.bytes", () -> free(meter, place))
                    .tag("place", place)
                    .description("Free space of the disk")
                    .register(registry);
            Gauge.builder("bank.disk.total.bytes", () -> total(meter, place))
                    .tag("place", place)
                    .description("Size of the disk")
                    .register(registry);
            for (String kind : DiskMeter.KINDS) {
                Gauge.builder("bank.files.bytes", () -> bytes(meter, place, kind))
                        .tag("place", place)
                        .tag("kind", kind)
                        .description("Bytes of the files in the bank's directories")
                        .register(registry);
            }
        }
        Gauge.builder("bank.journal.epochs", () -> number(meter, use -> orUnknown(use.epochs())))
                .description("Live epochs of the journal")
                .register(registry);
        Gauge.builder("bank.snapshot.age.seconds", () -> number(meter, use -> age(use.snapshotMillis())))
                .description("Age of the newest snapshot; infinite without one")
                .register(registry);
        Gauge.builder("bank.backup.age.seconds", () -> number(meter, use -> age(use.backupMillis())))
                .description("Age of the bank's newest backup in the backup directory; infinite without one")
                .register(registry);
        Gauge.builder("bank.backup.bytes", () -> number(meter, use -> orUnknown(use.backupBytes())))
                .description("Bytes of the bank's newest backup in the backup directory, without files that it shares")
                .register(registry);
        Gauge.builder("bank.backup.disk.free.bytes", () -> ofBackups(meter, DiskUse.Space::freeBytes))
                .description("Free space of the disk of the backup directory")
                .register(registry);
        Gauge.builder("bank.backup.disk.total.bytes", () -> ofBackups(meter, DiskUse.Space::totalBytes))
                .description("Size of the disk of the backup directory")
                .register(registry);
        return meter.start(() -> state.bank() != null);
    }

    private static int epochs(BankState state) throws java.io.IOException {
        RunningBank bank = state.bank();
        return bank == null ? 0 : bank.epochs();
    }

    private static @Nullable UUID bank(BankState state) {
        RunningBank bank = state.bank();
        return bank == null ? null : bank.identity().id();
    }

    @FunctionalInterface
    private interface Reading {
        double of(DiskUse use);
    }

    private static double number(DiskMeter meter, Reading reading) {
        DiskUse use = meter.latest();
        return use == null ? Double.NaN : reading.of(use);
    }

    @FunctionalInterface
    private interface ReadingOfPlace {
        double of(DiskUse.Place place);
    }

    private static double number(DiskMeter meter, String name, ReadingOfPlace reading) {
        return number(
                meter,
                use -> use.places().stream()
                        .filter(place -> place.name().equals(name))
                        .mapToDouble(reading::of)
                        .findFirst()
                        .orElse(Double.NaN));
    }

    private static double free(DiskMeter meter, String place) {
        return number(meter, place, DiskUse.Place::freeBytes);
    }

    private static double total(DiskMeter meter, String place) {
        return number(meter, place, DiskUse.Place::totalBytes);
    }

    private static double bytes(DiskMeter meter, String place, String kind) {
        return number(meter, place, found -> orUnknown(found.bytes().get(kind)));
    }

    private static double ofBackups(DiskMeter meter, ToLongFunction<DiskUse.Space> reading) {
        return number(meter, use -> {
            DiskUse.Space space = use.backupSpace();
            return space == null ? Double.NaN : reading.applyAsLong(space);
        });
    }

    private static double orUnknown(@Nullable Number number) {
        return number == null ? Double.NaN : number.doubleValue();
    }

    private static double age(@Nullable Long whenMillis) {
        if (whenMillis == null) {
            return Double.NaN;
        }
        return whenMillis == DiskUse.NEVER
                ? Double.POSITIVE_INFINITY
                : TimeUnit.MILLISECONDS.toSeconds(Math.max(0, System.currentTimeMillis() - whenMillis));
    }

    @Bean
    StatusSampler statusSampler(
            BankState state,
            RequestGateway gateway,
            GroupMetrics groups,
            BankSettings settings,
            LedgerChoice ledger,
            KeyWindowSpan keys,
            DiskMeter disks,
            Connections connections,
            AuditLog audit,
            BuildInfo build) {
        return new StatusSampler(
                state,
                new TrafficReport(gateway, groups.tallies(), settings.engine(), audit::refusals, System::nanoTime),
                new BankReport(state, settings, ledger, keys, System::nanoTime),
                disks,
                connections,
                build,
                System::nanoTime,
                System::currentTimeMillis);
    }

    /** A stream lasts as long as somebody watches, which is no response time. */
    @Bean
    ObservationPredicate streamsAreNotTimed() {
        return (name, context) -> !(context instanceof ServerRequestObservationContext request
                && request.getCarrier() != null
                && StatusSampler.isStream(request.getCarrier().getPath().pathWithinApplication()));
    }
}
