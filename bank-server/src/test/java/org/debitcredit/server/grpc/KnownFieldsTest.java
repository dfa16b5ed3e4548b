package org.debitcredit.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.ExecuteBatchRequest;
import org.debitcredit.wire.v1.ExecuteRequest;
import org.debitcredit.wire.v1.ReverseRequest;
import org.junit.jupiter.api.Test;

class KnownFieldsTest {

    private static final int UNKNOWN_FIELD = 1_000;

    private final ServerServiceDefinition service =
            KnownFields.alone(BankServiceGrpc.bindService(new BankServiceGrpc.AsyncService() {}));

    @SuppressWarnings("unchecked")
    private <Q> Marshaller<Q> requestsOf(String method) {
        ServerMethodDefinition<?, ?> found = service.getMethod(BankServiceGrpc.SERVICE_NAME + "/" + method);
        return (Marshaller<Q>) found.getMethodDescriptor().getRequestMarshaller();
    }

    private static byte[] withUnknownFields(byte[] sound, int count) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(sound);
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        for (int i = 0; i < count; i++) {
            out.writeInt32(UNKNOWN_FIELD + i, 1);
        }
        out.flush();
        return bytes.toByteArray();
    }

    @Test
    void what_the_contract_does_not_know_is_dropped() throws IOException {
        ExecuteRequest sound =
                ExecuteRequest.newBuilder().setTeller(4).setAmount(7).build();
        byte[] bytes = withUnknownFields(sound.toByteArray(), 1_000);
        assertThat(ExecuteRequest.parseFrom(bytes).getUnknownFields().asMap()).hasSize(1_000);
        ExecuteRequest parsed = this.<ExecuteRequest>requestsOf("Execute").parse(new ByteArrayInputStream(bytes));
        assertThat(parsed).isEqualTo(sound);
        assertThat(parsed.getUnknownFields().asMap()).isEmpty();
    }

    @Test
    void a_message_inside_of_another_one_has_known_fields_alone_too() throws IOException {
        ExecuteRequest inner = ExecuteRequest.parseFrom(withUnknownFields(new byte[0], 100));
        ReverseRequest bytes = ReverseRequest.newBuilder().setOriginal(inner).build();
        ReverseRequest parsed =
                this.<ReverseRequest>requestsOf("Reverse").parse(new ByteArrayInputStream(bytes.toByteArray()));
        assertThat(parsed.getOriginal().getUnknownFields().asMap()).isEmpty();
    }

    /** 2 bytes each: the longest batch would have half a million of them. */
    @Test
    void groups_that_are_unknown_are_skipped() throws IOException {
        ByteArrayOutputStream groups = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(groups);
        for (int i = 0; i < 100_000; i++) {
            out.writeTag(15, WireFormat.WIRETYPE_START_GROUP);
            out.writeTag(15, WireFormat.WIRETYPE_END_GROUP);
        }
        out.flush();
        ExecuteBatchRequest parsed = this.<ExecuteBatchRequest>requestsOf("ExecuteBatches")
                .parse(new ByteArrayInputStream(groups.toByteArray()));
        assertThat(parsed).isEqualTo(ExecuteBatchRequest.getDefaultInstance());
    }

    @Test
    void bytes_that_are_no_message_are_refused_as_by_the_library() {
        assertThatThrownBy(() -> requestsOf("Execute").parse(new ByteArrayInputStream(new byte[] {(byte) 0xFF})))
                .isInstanceOf(StatusRuntimeException.class);
    }
}
