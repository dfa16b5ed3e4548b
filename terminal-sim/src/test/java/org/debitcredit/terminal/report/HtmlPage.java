package org.debitcredit.terminal.report;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** A page as a reader's program sees it. It must be XML. */
final class HtmlPage {

    private final Document document;

    HtmlPage(String html) {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        try {
            document = factory.newDocumentBuilder().parse(new InputSource(new StringReader(html)));
        } catch (ParserConfigurationException | SAXException | IOException e) {
            throw new AssertionError(html, e);
        }
    }

    /** What a person reads, without the texts of the style sheet. */
    String text() {
        return elements("main").get(0).getTextContent();
    }

    /** The first paragraph in a frame. */
    String verdict() {
        return elements("p").stream()
                .filter(paragraph -> paragraph.getAttribute("class").startsWith("verdict"))
                .findFirst()
                .orElseThrow()
                .getTextContent();
    }

    String section(String heading) {
        return elements("section").stream()
                .filter(section ->
                        elements(section, "h2").get(0).getTextContent().equals(heading))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no section '" + heading + "'"))
                .getTextContent();
    }

    List<String> headings() {
        return elements("h2").stream().map(Element::getTextContent).toList();
    }

    /** The chart with a title. */
    Element chart(String title) {
        return elements("svg").stream()
                .filter(svg -> elements(svg, "title").get(0).getTextContent().equals(title))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no chart '" + title + "'"));
    }

    /** The values of a chart's bars, as the pointer reads them. */
    static List<Double> bars(Element chart) {
        return elements(chart, "rect").stream()
                .filter(rect -> rect.getAttribute("class").contains("bar"))
                .map(rect -> rect.getTextContent().trim())
                .map(said -> number(said.substring(said.lastIndexOf(": ") + 2)))
                .toList();
    }

    /** The cells of the row with a name in its first cell. */
    List<String> row(String name) {
        return elements("tr").stream()
                .map(row -> elements(row, "td").stream()
                        .map(Element::getTextContent)
                        .toList())
                .filter(cells -> !cells.isEmpty() && cells.get(0).equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no row '" + name + "'"));
    }

    List<Element> elements(String name) {
        return elements(document.getDocumentElement(), name);
    }

    static List<Element> elements(Element parent, String name) {
        NodeList found = parent.getElementsByTagNameNS("*", name);
        return IntStream.range(0, found.getLength())
                .mapToObj(i -> (Element) found.item(i))
                .toList();
    }

    /** Names and values of all attributes, as {@code name=value}. */
    Stream<String> attributes() {
        return elements("*").stream()
                .flatMap(element -> IntStream.range(0, element.getAttributes().getLength())
                        .mapToObj(i -> element.getAttributes().item(i)))
                .map((Node attribute) -> attribute.getNodeName() + "=" + attribute.getNodeValue());
    }

    static double number(String text) {
        return Double.parseDouble(text.replace(",", ""));
    }
}
