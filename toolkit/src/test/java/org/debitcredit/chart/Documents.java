package org.debitcredit.chart;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Reads what the kit wrote: it must be XML with namespaces. */
final class Documents {

    private Documents() {}

    static Document read(String text) {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        try {
            return factory.newDocumentBuilder().parse(new InputSource(new StringReader(text)));
        } catch (ParserConfigurationException | SAXException | IOException e) {
            throw new AssertionError(text, e);
        }
    }

    static List<Element> elements(Document document, String name) {
        var found = document.getElementsByTagNameNS("*", name);
        return IntStream.range(0, found.getLength())
                .mapToObj(i -> (Element) found.item(i))
                .toList();
    }

    /** Those of a name that have a class among theirs. */
    static List<Element> elements(Document document, String name, String styleClass) {
        return elements(document, name).stream()
                .filter(element ->
                        List.of(element.getAttribute("class").split(" ")).contains(styleClass))
                .toList();
    }

    static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }
}
