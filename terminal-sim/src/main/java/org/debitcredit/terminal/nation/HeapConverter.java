package org.debitcredit.terminal.nation;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the size of a heap as JVMs take it, such as {@code 256m} or {@code 2g}, in MB. */
final class HeapConverter implements ITypeConverter<Integer> {

    private static final Pattern SIZE = Pattern.compile("([0-9]{1,6})([mMgG])");
    private static final int MEGABYTES_PER_GIGABYTE = 1_024;

    @Override
    public Integer convert(String text) {
        Matcher size = SIZE.matcher(text);
        if (!size.matches()) {
            throw new TypeConversionException("'" + text + "' is no size of a heap; it must be such as 256m or 2g");
        }
        int number = Integer.parseInt(size.group(1));
        return "gG".contains(size.group(2)) ? Math.multiplyExact(number, MEGABYTES_PER_GIGABYTE) : number;
    }
}
