package org.debitcredit.terminal.tpcc.run;

import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.wire.v1.Answer;
import org.debitcredit.tpcc.wire.v1.Answer.ContentCase;
import org.debitcredit.tpcc.wire.v1.ExecuteResponse;
import org.debitcredit.tpcc.wire.v1.NewOrderAnswer;
import org.jspecify.annotations.Nullable;

/**
 * Whether a response answers its request: a failure, or an answer to another request, is no answer.
 *
 * @param scale what is loaded; an item with a number above its number of items is unused
 */
record TpccAnswerCheck(TpccScale scale) {

    /** Why a response does not answer the request; null if it does. */
    @Nullable
    String problem(TpccRequest request, ExecuteResponse response) {
        return switch (response.getOutcomeCase()) {
            case ANSWER -> problem(request, response.getAnswer());
            case FAILURE -> {
                String message = response.getFailure().getMessage();
                yield message.isEmpty() ? "the server gave no reason" : message;
            }
            case OUTCOME_NOT_SET -> "the server's response has neither an answer nor a failure";
        };
    }

    private @Nullable String problem(TpccRequest request, Answer answer) {
        ContentCase expected = content(request);
        if (answer.getContentCase() != expected
                || answer.getType().getNumber() != request.type().ordinal() + 1) {
            return "the server answered " + expected + " with " + answer.getContentCase() + " of type "
                    + answer.getTypeValue();
        }
        if (!echo(answer).equals(echo(request))) {
            return "the server answered a request of " + echo(request) + " with one of " + echo(answer);
        }
        return request instanceof TpccRequest.NewOrder order ? rollback(order, answer.getNewOrder()) : null;
    }

    private @Nullable String rollback(TpccRequest.NewOrder order, NewOrderAnswer answer) {
        boolean hasUnused = order.lines().stream().anyMatch(line -> line.item() > scale.items());
        boolean isRolledBack = !answer.getStatus().isEmpty();
        if (hasUnused == isRolledBack) {
            return null;
        }
        return hasUnused
                ? "the server did not roll an order with an unused item back"
                : "the server rolled an order back whose items are all in use: " + answer.getStatus();
    }

    private static ContentCase content(TpccRequest request) {
        return switch (request.type()) {
            case NEW_ORDER -> ContentCase.NEW_ORDER;
            case PAYMENT -> ContentCase.PAYMENT;
            case ORDER_STATUS -> ContentCase.ORDER_STATUS;
            case DELIVERY -> ContentCase.DELIVERY;
            case STOCK_LEVEL -> ContentCase.STOCK_LEVEL;
        };
    }

    /** What an answer repeats of its request. */
    private record Echo(int warehouse, int part) {
        @Override
        public String toString() {
            return "warehouse " + warehouse + " and " + part;
        }
    }

    /** Warehouse and district, or of a delivery its carrier. */
    private static Echo echo(TpccRequest request) {
        if (request instanceof TpccRequest.NewOrder order) {
            return new Echo(order.warehouse(), order.district());
        } else if (request instanceof TpccRequest.Payment payment) {
            return new Echo(payment.warehouse(), payment.district());
        } else if (request instanceof TpccRequest.OrderStatus status) {
            return new Echo(status.warehouse(), status.district());
        } else if (request instanceof TpccRequest.Delivery delivery) {
            return new Echo(delivery.warehouse(), delivery.carrier());
        }
        TpccRequest.StockLevel level = (TpccRequest.StockLevel) request;
        return new Echo(level.warehouse(), level.district());
    }

    private static Echo echo(Answer answer) {
        return switch (answer.getContentCase()) {
            case NEW_ORDER ->
                new Echo(
                        answer.getNewOrder().getWarehouse(),
                        answer.getNewOrder().getDistrict());
            case PAYMENT ->
                new Echo(answer.getPayment().getWarehouse(), answer.getPayment().getDistrict());
            case ORDER_STATUS ->
                new Echo(
                        answer.getOrderStatus().getWarehouse(),
                        answer.getOrderStatus().getDistrict());
            case DELIVERY ->
                new Echo(
                        answer.getDelivery().getWarehouse(),
                        answer.getDelivery().getCarrier());
            case STOCK_LEVEL ->
                new Echo(
                        answer.getStockLevel().getWarehouse(),
                        answer.getStockLevel().getDistrict());
            case CONTENT_NOT_SET -> new Echo(0, 0);
        };
    }
}
