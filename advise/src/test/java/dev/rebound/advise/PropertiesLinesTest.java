package dev.rebound.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Properties are read as Java reads them, with the lines that they stand on. */
class PropertiesLinesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "acks=all",
        "acks = all\r\nretries:3",
        "  acks   all  ",
        "# a comment\n! another\n\nacks=all",
        "list=a,\\\n   b,\\\n   c\nnext=1",
        "path=C:\\\\kafka\\\\",
        "a\\ b=c\\=d\\:e",
        "key\\u0041=\\u00e9\\t.",
        "empty=\nalone\n=nothing",
        "acks=1\nacks=all",
        "ends=in\\",
        "blank=a\\\n\n",
        "\\u0061cks = all\f"
      })
  void theyAreReadAsJavaReadsThem(String text) throws IOException {
    Properties expected = new Properties();
    expected.load(new StringReader(text));
    Map<String, String> read = new LinkedHashMap<>();
    PropertiesLines.read("x.properties", text)
        .get(0)
        .forEach(key -> read.put(key.key(), key.value()));
    assertThat(read).isEqualTo(expected);
  }

  @Test
  void theLineIsTheOneThatTheKeyStandsOn() {
    assertThat(PropertiesLines.read("x", "# one\nlist=a,\\\n  b\n\nacks=all").get(0))
        .containsExactly(new WrittenKey("list", "a,b", 2), new WrittenKey("acks", "all", 5));
  }

  @Test
  void documentsAreDivided() {
    assertThat(PropertiesLines.read("x", "a=1\n#---\nb=2\n!---\nc=3"))
        .extracting(List::size)
        .containsExactly(1, 1, 1);
  }

  @Test
  void aWrongEscapeIsNamedWithItsLine() {
    assertThatThrownBy(() -> PropertiesLines.read("x.properties", "a=1\nb=\\u00g1"))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("x.properties:2", "\\u00g1");
  }
}
