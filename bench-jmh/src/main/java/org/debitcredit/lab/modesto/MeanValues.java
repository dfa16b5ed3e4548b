package org.debitcredit.lab.modesto;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The exact mean values of a closed network with one class of transactions: Reiser and Lavenberg's mean value analysis
 * (1980), with marginal probabilities at centres of several servers.
 *
 * @param throughput transactions per second
 * @param present mean number of transactions at each centre, by its name
 * @param busyServers mean number of busy servers of each centre
 */
record MeanValues(double throughput, Map<String, Double> present, Map<String, Double> busyServers) {

    /**
     * Solves a network.
     *
     * @param clients that circulate, from 1
     * @param thinkSeconds of a client between a response and its next transaction
     */
    static MeanValues of(List<Centre> centres, int clients, double thinkSeconds) {
        if (clients < 1) {
            throw new IllegalArgumentException("clients are " + clients + "; there must be 1 or more");
        }
        // For each centre the probability that so many transactions are present.
        double[][] probabilities = new double[centres.size()][clients + 1];
        for (double[] ofCentre : probabilities) {
            ofCentre[0] = 1;
        }
        double throughput = 0;
        double[] responses = new double[centres.size()];
        for (int population = 1; population <= clients; population++) {
            double cycle = thinkSeconds;
            for (int i = 0; i < responses.length; i++) {
                responses[i] = response(centres.get(i), probabilities[i], population);
                cycle += responses[i];
            }
            throughput = population / cycle;
            for (int i = 0; i < responses.length; i++) {
                arrive(centres.get(i), probabilities[i], throughput, population);
            }
        }
        Map<String, Double> present = new HashMap<>();
        Map<String, Double> busy = new HashMap<>();
        for (int i = 0; i < responses.length; i++) {
            Centre centre = centres.get(i);
            present.put(centre.name(), throughput * responses[i]);
            busy.put(
                    centre.name(),
                    centre.isDelay() ? throughput * responses[i] : busyServers(centre, probabilities[i]));
        }
        return new MeanValues(throughput, present, busy);
    }

    /** The mean number of busy servers of a centre of the network. */
    double busy(String centre) {
        return Objects.requireNonNull(busyServers.get(centre), centre);
    }

    /** An arriving transaction sees the centre as it is with one client fewer. */
    private static double response(Centre centre, double[] probabilities, int population) {
        if (centre.isDelay()) {
            return centre.seconds();
        }
        double response = 0;
        for (int present = 1; present <= population; present++) {
            response += present / centre.capacity(present) * centre.seconds() * probabilities[present - 1];
        }
        return response;
    }

    private static void arrive(Centre centre, double[] probabilities, double throughput, int population) {
        if (centre.isDelay()) {
            return;
        }
        double others = 0;
        for (int present = population; present >= 1; present--) {
            probabilities[present] =
                    throughput * centre.seconds() / centre.capacity(present) * probabilities[present - 1];
            others += probabilities[present];
        }
        probabilities[0] = Math.max(0, 1 - others);
    }

    private static double busyServers(Centre centre, double[] probabilities) {
        double busy = 0;
        for (int present = 1; present < probabilities.length; present++) {
            busy += Math.min(present, centre.capacities().size()) * probabilities[present];
        }
        return busy;
    }
}
