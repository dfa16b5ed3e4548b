package org.debitcredit.terminal.headquarters;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.debitcredit.console.GrpcAddress;
import org.debitcredit.region.Correspondents;

/** Where a region's gRPC service is. */
record RegionAddress(int number, String host, int port) {

    private static final Pattern FORM = Pattern.compile("(\\d{1,4})=(.+)");

    /**
     * Reads the addresses of all regions.
     *
     * @throws IllegalArgumentException if one is no address, or if they are not those of 0, 1, 2 and so on
     */
    static List<RegionAddress> parse(List<String> texts) {
        List<RegionAddress> regions = new ArrayList<>();
        texts.forEach(text -> regions.add(parse(text)));
        regions.sort(Comparator.comparingInt(RegionAddress::number));
        for (int number = 0; number < regions.size(); number++) {
            if (regions.get(number).number != number) {
                throw new IllegalArgumentException("--region names the numbers "
                        + regions.stream().map(RegionAddress::number).toList()
                        + "; name every region of the nation once, numbered from 0");
            }
        }
        if (regions.size() < 2 || regions.size() > Correspondents.REGIONS_MAX) {
            throw new IllegalArgumentException("--region is given for " + regions.size()
                    + " regions; there must be 2 to " + Correspondents.REGIONS_MAX);
        }
        return regions;
    }

    private static RegionAddress parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("--region is '" + text
                    + "'; it must be a number, a host and a gRPC port, such as 0=127.0.0.1:9090");
        }
        GrpcAddress address = GrpcAddress.parse("the address in --region " + text, parts.group(2));
        return new RegionAddress(Integer.parseInt(parts.group(1)), address.host(), address.port());
    }

    @Override
    public String toString() {
        return "region " + number + " at " + host + ":" + port;
    }
}
