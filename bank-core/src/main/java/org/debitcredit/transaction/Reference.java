package org.debitcredit.transaction;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A transaction's name in the client's own books, such as a trace number: 1 to {@value #BYTES_MAX} bytes of printable
 * UTF-8. It is part of the transaction's content. Never logged: {@link #toString} shows its length only.
 */
public final class Reference {

    /** Longest, in bytes of UTF-8. */
    public static final int BYTES_MAX = 64;

    private final byte[] utf8;

    private Reference(byte[] utf8) {
        this.utf8 = utf8;
    }

    /**
     * A client's reference.
     *
     * @throws IllegalArgumentException when it is empty, too long, or holds what cannot be printed; says which, without
     *     the text
     */
    public static Reference of(String text) {
        for (int at = 0; at < text.length(); ) {
            int character = text.codePointAt(at);
            if (!isPrintable(character)) {
                throw new IllegalArgumentException(String.format(
                        "reference holds U+%04X at character %d; it must hold printable characters only",
                        character, text.codePointCount(0, at) + 1));
            }
            at += Character.charCount(character);
        }
        byte[] bytes = encode(text);
        if (bytes.length < 1 || bytes.length > BYTES_MAX) {
            throw new IllegalArgumentException(
                    "reference has " + bytes.length + " bytes of UTF-8; it must have 1 to " + BYTES_MAX);
        }
        return new Reference(bytes);
    }

    /** A reference that was checked when it was taken, perhaps by a Java release with a newer version of Unicode. */
    public static Reference stored(String text) {
        return new Reference(text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] encode(String text) {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] exact = new byte[bytes.remaining()];
            bytes.get(exact);
            return exact;
        } catch (CharacterCodingException e) {
            throw new IllegalStateException("printable text could not be encoded, which must not happen", e);
        }
    }

    private static boolean isPrintable(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    /** Reads a reference that was checked when it was taken: the next bytes of a buffer. */
    public static Reference read(ByteBuffer from, int length) {
        byte[] bytes = new byte[length];
        from.get(bytes);
        return new Reference(bytes);
    }

    /** Length in bytes of UTF-8. */
    public int length() {
        return utf8.length;
    }

    /** Puts its bytes into a buffer. */
    public void putTo(ByteBuffer to) {
        to.put(utf8);
    }

    /** The text. */
    public String text() {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    /** 64 bits of it, which differ from process to process and are never stored. */
    long digest() {
        return ContentDigest.ofBytes(utf8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Reference that && Arrays.equals(utf8, that.utf8);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(utf8);
    }

    @Override
    public String toString() {
        return "reference of " + utf8.length + " bytes";
    }
}
