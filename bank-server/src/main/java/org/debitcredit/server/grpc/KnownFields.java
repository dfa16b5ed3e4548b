package org.debitcredit.server.grpc;

import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Drops the fields of requests that are not in the contract. Protobuf would keep them, in a hundred times their bytes:
 * one message of 1 MB with nothing but unknown groups took 100 MB of the heap.
 */
final class KnownFields {

    private KnownFields() {}

    /** The same service, whose requests keep only the fields of the contract. */
    static ServerServiceDefinition alone(ServerServiceDefinition service) {
        List<ServerMethodDefinition<?, ?>> methods = service.getMethods().stream()
                .<ServerMethodDefinition<?, ?>>map(KnownFields::alone)
                .toList();
        ServiceDescriptor described = service.getServiceDescriptor();
        ServiceDescriptor.Builder descriptor =
                ServiceDescriptor.newBuilder(described.getName()).setSchemaDescriptor(described.getSchemaDescriptor());
        methods.forEach(method -> descriptor.addMethod(method.getMethodDescriptor()));
        ServerServiceDefinition.Builder built = ServerServiceDefinition.builder(descriptor.build());
        methods.forEach(built::addMethod);
        return built.build();
    }

    private static <Q, R> ServerMethodDefinition<Q, R> alone(ServerMethodDefinition<Q, R> method) {
        MethodDescriptor<Q, R> described = method.getMethodDescriptor();
        return ServerMethodDefinition.create(
                described.toBuilder(alone(described.getRequestMarshaller()), described.getResponseMarshaller())
                        .build(),
                method.getServerCallHandler());
    }

    @SuppressWarnings("unchecked")
    private static <Q> Marshaller<Q> alone(Marshaller<Q> marshaller) {
        if (marshaller instanceof PrototypeMarshaller<Q> ofMessages
                && ofMessages.getMessagePrototype() instanceof Message prototype) {
            return new Parsing<>(marshaller, (Parser<Q>) DiscardUnknownFieldsParser.wrap(prototype.getParserForType()));
        }
        throw new IllegalArgumentException("requests of " + marshaller + " are no protobuf messages");
    }

    /** @param parser of requests */
    private record Parsing<Q>(Marshaller<Q> ofLibrary, Parser<Q> parser) implements Marshaller<Q> {

        @Override
        public InputStream stream(Q value) {
            return ofLibrary.stream(value);
        }

        @Override
        public Q parse(InputStream message) {
            try {
                // The message has arrived completely, and is not compressed. InputStream.readAllBytes would copy it
                // twice.
                byte[] bytes = new byte[message.available()];
                message.readNBytes(bytes, 0, bytes.length);
                return parser.parseFrom(bytes);
            } catch (InvalidProtocolBufferException e) {
                throw Status.INTERNAL
                        .withDescription("Invalid protobuf byte sequence")
                        .withCause(e)
                        .asRuntimeException();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
