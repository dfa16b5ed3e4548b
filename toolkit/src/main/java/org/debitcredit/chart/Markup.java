package org.debitcredit.chart;

import java.io.StringWriter;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes elements and text. The result is HTML or SVG that is also XML. All text is escaped. */
final class Markup {

    /** Characters that XML 1.0 cannot represent, including unpaired surrogates. */
    private static final Pattern NOT_XML =
            Pattern.compile("[^\\t\\n\\r -\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]");

    private static final XMLOutputFactory FACTORY = XMLOutputFactory.newDefaultFactory();

    private interface Step {
        void run() throws XMLStreamException;
    }

    private final StringWriter out = new StringWriter();
    private final XMLStreamWriter writer;

    Markup() {
        try {
            writer = FACTORY.createXMLStreamWriter(out);
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Begins an HTML page. */
    Markup doctype() {
        return step(() -> {
            writer.writeDTD("<!DOCTYPE html>");
            writer.writeCharacters("\n");
        });
    }

    /**
     * Begins an element.
     *
     * @param attributes names and values in turn; a double is written with one decimal
     */
    Markup open(String element, Object... attributes) {
        return step(() -> {
            writer.writeStartElement(element);
            write(attributes);
        });
    }

    /** Ends the element that was opened last. */
    Markup close() {
        return step(() -> {
            writer.writeEndElement();
            writer.writeCharacters("\n");
        });
    }

    /** An element that can contain nothing. */
    Markup empty(String element, Object... attributes) {
        return step(() -> {
            writer.writeEmptyElement(element);
            write(attributes);
            writer.writeCharacters("\n");
        });
    }

    /** An element that contains text. */
    Markup leaf(String element, String text, Object... attributes) {
        return open(element, attributes).text(text).close();
    }

    Markup text(String text) {
        return step(() -> writer.writeCharacters(legal(text)));
    }

    /** What was written. */
    String document() {
        step(writer::flush);
        return out.toString();
    }

    private void write(Object... attributes) throws XMLStreamException {
        for (int i = 0; i < attributes.length; i += 2) {
            writer.writeAttribute((String) attributes[i], value(attributes[i + 1]));
        }
    }

    private static String value(Object value) {
        return value instanceof Double number ? String.format(Locale.ROOT, "%.1f", number) : legal(value.toString());
    }

    private static String legal(String text) {
        return NOT_XML.matcher(text).replaceAll("\uFFFD");
    }

    private Markup step(Step step) {
        try {
            step.run();
            return this;
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
    }
}
