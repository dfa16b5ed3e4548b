package org.debitcredit.terminal.tpcc.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.TpccRequest.CustomerChoice;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.TpccTransactionType;
import org.junit.jupiter.api.Test;

class TpccInputsTest {

    private static final int DRAWS = 100_000;
    private static final TpccScale SCALE = TpccScale.ofWarehouses(5);
    private static final Home HOME = new Home(3, 7);
    private static final ExactLaw DISTRICTS = ExactLaw.uniform(1, 10);
    private static final ExactLaw OTHER_WAREHOUSES = ExactLaw.of(0, 0.25, 0.25, 0, 0.25, 0.25);

    private final SplittableRandom random = new SplittableRandom(99);
    private final RunConstants constants = RunConstants.choose(1, SCALE, random);
    private final TpccInputs inputs = new TpccInputs(SCALE, constants, random);

    private TpccRequest.NewOrder order() {
        return (TpccRequest.NewOrder) inputs.next(TpccTransactionType.NEW_ORDER, HOME);
    }

    private TpccRequest.Payment payment() {
        return (TpccRequest.Payment) inputs.next(TpccTransactionType.PAYMENT, HOME);
    }

    private TpccRequest.OrderStatus status() {
        return (TpccRequest.OrderStatus) inputs.next(TpccTransactionType.ORDER_STATUS, HOME);
    }

    /** Whether something happens with a probability. */
    private static boolean isShare(double probability, BooleanSupplier happens) {
        return ExactLaw.of(1 - probability, probability).accepts(DRAWS, () -> happens.getAsBoolean() ? 1 : 0);
    }

    private static boolean isRolledBack(TpccRequest.NewOrder order) {
        return order.lines().get(order.lines().size() - 1).item() > SCALE.items();
    }

    /** The values of one field of lines, one order after the other. */
    private IntSupplier lines(ToIntFunction<TpccRequest.NewOrder.Line> field) {
        Deque<Integer> values = new ArrayDeque<>();
        return () -> {
            while (values.isEmpty()) {
                order().lines().forEach(line -> values.add(field.applyAsInt(line)));
            }
            return values.remove();
        };
    }

    @Test
    void ordersAreOfTheHomeWarehouseAndOfAnyDistrict() {
        assertThat(order().warehouse()).isEqualTo(HOME.warehouse());
        assertThat(DISTRICTS.accepts(DRAWS, () -> order().district())).isTrue();
    }

    @Test
    void districtsOneToNineAreRejected() {
        assertThat(DISTRICTS.accepts(DRAWS, () -> random.nextInt(1, 10))).isFalse();
        assertThat(DISTRICTS.accepts(DRAWS, HOME::district)).isFalse();
    }

    @Test
    void linesAndQuantitiesAreUniform() {
        assertThat(ExactLaw.uniform(5, 15).accepts(DRAWS, () -> order().lines().size()))
                .isTrue();
        assertThat(ExactLaw.uniform(1, 10).accepts(DRAWS, lines(TpccRequest.NewOrder.Line::quantity)))
                .isTrue();
    }

    @Test
    void oneOrderOfAHundredEndsWithAnUnusedItem() {
        assertThat(isShare(0.01, () -> isRolledBack(order()))).isTrue();
    }

    @Test
    void onlyTheLastItemOfAnOrderIsUnused() {
        for (int i = 0; i < DRAWS; i++) {
            List<TpccRequest.NewOrder.Line> lines = order().lines();
            assertThat(lines.subList(0, lines.size() - 1)).allMatch(line -> line.item() <= SCALE.items());
        }
    }

    @Test
    void otherSharesOfRollbacksAreRejected() {
        assertThat(isShare(0.01, () -> false)).isFalse();
        assertThat(isShare(0.01, () -> random.nextInt(101) == 0 || random.nextInt(200) == 0))
                .isFalse();
    }

    @Test
    void oneLineOfAHundredIsRemote() {
        IntSupplier supplies = lines(TpccRequest.NewOrder.Line::supplyWarehouse);

        assertThat(isShare(0.01, () -> supplies.getAsInt() != HOME.warehouse())).isTrue();
        assertThat(OTHER_WAREHOUSES.accepts(2_000, () -> anyBut(HOME.warehouse(), supplies)))
                .isTrue();
    }

    @Test
    void aRemoteShareThatCountsTheHomeWarehouseIsRejected() {
        IntSupplier wrong = () -> random.nextInt(100) == 0 ? random.nextInt(1, 6) : HOME.warehouse();

        assertThat(isShare(0.01, () -> wrong.getAsInt() != HOME.warehouse())).isFalse();
    }

    private static int anyBut(int value, IntSupplier values) {
        return IntStream.generate(values)
                .filter(drawn -> drawn != value)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void fifteenOfAHundredPaymentsAreOfRemoteCustomersOfAnyDistrict() {
        assertThat(isShare(0.15, () -> payment().customerWarehouse() != HOME.warehouse()))
                .isTrue();
        assertThat(OTHER_WAREHOUSES.accepts(5_000, () -> remotePayment().customerWarehouse()))
                .isTrue();
        assertThat(DISTRICTS.accepts(DRAWS, () -> remotePayment().customerDistrict()))
                .isTrue();
        assertThat(isShare(0.1, () -> {
                    TpccRequest.Payment remote = remotePayment();
                    return remote.customerDistrict() == remote.district();
                }))
                .isTrue();
    }

    @Test
    void aCustomerOfTheHomeWarehouseIsOfThePaymentsDistrict() {
        for (int i = 0; i < DRAWS; i++) {
            TpccRequest.Payment payment = payment();
            if (payment.customerWarehouse() == HOME.warehouse()) {
                assertThat(payment.customerDistrict()).isEqualTo(payment.district());
            }
        }
    }

    private TpccRequest.Payment remotePayment() {
        while (true) {
            TpccRequest.Payment payment = payment();
            if (payment.customerWarehouse() != HOME.warehouse()) {
                return payment;
            }
        }
    }

    @Test
    void aRemoteShareOfAnotherHundredthIsRejected() {
        assertThat(isShare(0.15, () -> random.nextInt(100) < 14)).isFalse();
        assertThat(isShare(0.15, () -> random.nextInt(100) < 16)).isFalse();
    }

    @Test
    void sixtyOfAHundredCustomersAreNamed() {
        assertThat(isShare(0.6, () -> payment().customer() instanceof CustomerChoice.ByLastName))
                .isTrue();
        assertThat(isShare(0.6, () -> status().customer() instanceof CustomerChoice.ByLastName))
                .isTrue();
        assertThat(isShare(0.6, () -> random.nextInt(100) <= 60)).isFalse();
    }

    @Test
    void amountsAreUniformToTheCent() {
        ExactLaw law = ExactLaw.uniform(100, 500_000);

        assertThat(law.accepts(5_000_000, () -> (int) payment().amountCents())).isTrue();
        assertThat(law.accepts(5_000_000, () -> random.nextInt(1, 5_001) * 100)).isFalse();
    }

    @Test
    void carriersAndThresholdsAreUniform() {
        assertThat(ExactLaw.uniform(1, 10)
                        .accepts(
                                DRAWS,
                                () -> ((TpccRequest.Delivery) inputs.next(TpccTransactionType.DELIVERY, HOME))
                                        .carrier()))
                .isTrue();
        assertThat(ExactLaw.uniform(10, 20)
                        .accepts(
                                DRAWS,
                                () -> ((TpccRequest.StockLevel) inputs.next(TpccTransactionType.STOCK_LEVEL, HOME))
                                        .threshold()))
                .isTrue();
    }

    @Test
    void stockLevelsAreOfTheTerminalsOwnDistrict() {
        for (int i = 0; i < 1_000; i++) {
            TpccRequest.StockLevel level = (TpccRequest.StockLevel) inputs.next(TpccTransactionType.STOCK_LEVEL, HOME);
            assertThat(new Home(level.warehouse(), level.district())).isEqualTo(HOME);
        }
    }

    @Test
    void theOnlyWarehouseSuppliesEverything() {
        TpccInputs ofOne = new TpccInputs(TpccScale.ofWarehouses(1), constants, random);

        for (int i = 0; i < 10_000; i++) {
            TpccRequest.NewOrder order =
                    (TpccRequest.NewOrder) ofOne.next(TpccTransactionType.NEW_ORDER, new Home(1, 1));
            assertThat(order.lines()).allMatch(line -> line.supplyWarehouse() == 1);
        }
    }

    @Test
    void tenTerminalsOfAWarehouseHaveTheirOwnDistricts() {
        assertThat(IntStream.range(0, Home.count(SCALE)).mapToObj(terminal -> Home.of(terminal, SCALE)))
                .doesNotHaveDuplicates()
                .hasSize(50)
                .allMatch(home -> home.warehouse() >= 1 && home.warehouse() <= 5)
                .allMatch(home -> home.district() >= 1 && home.district() <= 10);
    }

    @Test
    void theSameSeedDrawsTheSameRequests() {
        TpccInputs first = new TpccInputs(SCALE, constants, new SplittableRandom(8));
        TpccInputs second = new TpccInputs(SCALE, constants, new SplittableRandom(8));

        for (TpccTransactionType type : TpccTransactionType.values()) {
            assertThat(first.next(type, HOME)).isEqualTo(second.next(type, HOME));
        }
    }
}
