package org.debitcredit.lab.modesto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Mean value analysis against formulas and chains that are solved in another way. */
class MeanValuesTest {

    @Test
    void balanced_queues_have_a_closed_form() {
        List<Centre> centres = List.of(Centre.queue("a", 0.2), Centre.queue("b", 0.2), Centre.queue("c", 0.2));
        for (int clients = 1; clients <= 30; clients++) {
            assertThat(MeanValues.of(centres, clients, 0).throughput())
                    .isCloseTo(clients / (clients + 2.0) / 0.2, within(1e-9));
        }
    }

    @Test
    void two_centres_with_hindering_servers_and_thinking_clients_are_as_their_markov_chain() {
        double[] capacities = {1, 1.6, 1.9};
        List<Centre> centres = List.of(
                Centre.delay("line", 0.5),
                Centre.servers("processors", 0.04, List.of(1.0, 1.6, 1.9)),
                Centre.queue("disk", 0.03));
        int clients = 40;
        // The product form: for each number at the processors and at the disk; the rest thinks or is on the line.
        double[][] weights = new double[clients + 1][clients + 1];
        double sum = 0;
        for (int a = 0; a <= clients; a++) {
            for (int b = 0; a + b <= clients; b++) {
                double weight = Math.pow(0.03, b);
                for (int present = 1; present <= a; present++) {
                    weight *= 0.04 / capacities[Math.min(present, 3) - 1];
                }
                for (int away = 1; away <= clients - a - b; away++) {
                    weight *= 0.7 / away;
                }
                weights[a][b] = weight;
                sum += weight;
            }
        }
        double throughput = 0;
        double busy = 0;
        for (int a = 1; a <= clients; a++) {
            for (int b = 0; a + b <= clients; b++) {
                throughput += weights[a][b] / sum * capacities[Math.min(a, 3) - 1] / 0.04;
                busy += weights[a][b] / sum * Math.min(a, 3);
            }
        }
        MeanValues values = MeanValues.of(centres, clients, 0.2);
        assertThat(values.throughput()).isCloseTo(throughput, within(1e-6));
        assertThat(values.busyServers().get("processors")).isCloseTo(busy, within(1e-6));
        assertThat(values.present().values().stream()
                                .mapToDouble(Double::doubleValue)
                                .sum()
                        + throughput * 0.2)
                .isCloseTo(clients, within(1e-6));
    }
}
