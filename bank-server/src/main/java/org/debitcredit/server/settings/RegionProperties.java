package org.debitcredit.server.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The regions of a nationwide bank, {@code bank.region.*}. Each region is a bank of its own with a service of its own.
 *
 * @param number of this region, from 0; null if there are no regions
 * @param count how many regions there are, this one included
 * @param partners where the other regions are
 * @param unsettledMax most out-of-town transactions with one region that may be in transit or in progress
 * @param callMax how long a call to another region may take
 */
public record RegionProperties(
        @Nullable Integer number,
        @Nullable Integer count,
        @DefaultValue List<Partner> partners,
        @DefaultValue("10000") int unsettledMax,
        @DefaultValue("2s") Duration callMax) {

    /**
     * Another region.
     *
     * @param number its number
     * @param address host and port of its gRPC service
     * @param tokenFile file with the bearer token that it takes from this region, as a client with the roles terminal
     *     and follower; null if it has no tokens
     * @param tls whether to connect by TLS, trusting what the JVM trusts
     */
    public record Partner(
            @DefaultValue("-1") int number,
            String address,
            @Nullable Path tokenFile,
            @DefaultValue("false") boolean tls) {

        private static final int PORT_MAX = 65_535;

        public Partner {
            if (number < 0) {
                throw new IllegalArgumentException("an entry of bank.region.partners has no number, or one below 0: its"
                        + " address is '" + address + "'");
            }
            int colon = address.lastIndexOf(':');
            if (colon < 1 || !isPort(address.substring(colon + 1))) {
                throw new IllegalArgumentException("bank.region.partners has the address '" + address
                        + "'; it must be a host and a port, such as region-1.example:9090");
            }
        }

        private static boolean isPort(String text) {
            if (text.isEmpty() || text.length() > 5 || !text.chars().allMatch(digit -> digit >= '0' && digit <= '9')) {
                return false;
            }
            int port = Integer.parseInt(text);
            return port >= 1 && port <= PORT_MAX;
        }

        /** Host of the address. */
        public String host() {
            return address.substring(0, address.lastIndexOf(':'));
        }

        /** Port of the address. */
        public int port() {
            return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        }
    }

    public RegionProperties {
        Limit.REGION_UNSETTLED_MAX.require(unsettledMax);
        Limit.REGION_CALL_MAX.require(callMax);
        if (number == null) {
            if (count != null || !partners.isEmpty()) {
                throw new IllegalArgumentException(
                        "bank.region.count or bank.region.partners is set without bank.region.number; set the number"
                                + " of this region too");
            }
        } else {
            Limit.REGION_NUMBER.require(number);
            requireRegions(number, count, partners);
        }
    }

    private static void requireRegions(int number, @Nullable Integer count, List<Partner> partners) {
        if (count == null) {
            throw new IllegalArgumentException("bank.region.number is " + number
                    + " without bank.region.count; set the number of all regions, which must never change");
        }
        Limit.REGION_COUNT.require(count);
        requireNumber("bank.region.number", number, count);
        Set<Integer> seen = new HashSet<>();
        for (Partner partner : partners) {
            requireNumber("bank.region.partners has the number", partner.number, count);
            if (partner.number == number || !seen.add(partner.number)) {
                throw new IllegalArgumentException("bank.region.partners has region " + partner.number
                        + (partner.number == number ? ", which is this one" : " twice"));
            }
        }
    }

    private static void requireNumber(String name, int number, int count) {
        if (number < 0 || number >= count) {
            throw new IllegalArgumentException(
                    name + " is " + number + "; with bank.region.count " + count + " it must be 0 to " + (count - 1));
        }
    }
}
