package org.debitcredit.tpcc.load;

import java.util.random.RandomGenerator;

/** Random strings (clause 4.3.2.2). */
final class RandomText {

    private static final String LETTERS_AND_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final String DIGITS = "0123456789";
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    private static final String ORIGINAL = "ORIGINAL";

    private final RandomGenerator random;

    RandomText(RandomGenerator random) {
        this.random = random;
    }

    /** Letters and digits, of a random length. */
    String alphanumeric(int lengthMin, int lengthMax) {
        return of(LETTERS_AND_DIGITS, random.nextInt(lengthMin, lengthMax + 1));
    }

    String digits(int length) {
        return of(DIGITS, length);
    }

    /** Two letters. */
    String state() {
        return of(LETTERS, 2);
    }

    /** Four random digits and 11111 (clause 4.3.2.7). */
    String zip() {
        return digits(4) + "11111";
    }

    /** 26 to 50 characters, which hold the word ORIGINAL in one of ten (clause 4.3.3.1). */
    String data() {
        String data = alphanumeric(26, 50);
        if (random.nextInt(10) != 0) {
            return data;
        }
        int at = random.nextInt(data.length() - ORIGINAL.length() + 1);
        return data.substring(0, at) + ORIGINAL + data.substring(at + ORIGINAL.length());
    }

    private String of(String alphabet, int length) {
        char[] characters = new char[length];
        for (int i = 0; i < length; i++) {
            characters[i] = alphabet.charAt(random.nextInt(alphabet.length()));
        }
        return new String(characters);
    }
}
