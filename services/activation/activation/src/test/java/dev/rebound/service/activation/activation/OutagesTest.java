package dev.rebound.service.activation.activation;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.UncategorizedSQLException;

class OutagesTest {
  @ParameterizedTest
  @ValueSource(strings = {"08006", "57P01", "57P03", "53300", "40001", "40P01", "58030", "25006"})
  void whatPassesIsAnOutage(String state) {
    assertThat(Outages.is(failure(state))).isTrue();
    assertThat(Outages.isWithoutConnection(failure(state))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"22021", "23505", "42P01", "22001"})
  void whatTheRecordBringsAboutIsNone(String state) {
    assertThat(Outages.is(failure(state))).isFalse();
  }

  @Test
  void aConnectionThatIsNotToBeHadIsAnOutageBeforeAnythingWasSent() {
    Exception failure =
        new CannotGetJdbcConnectionException(
            "none", new SQLTransientConnectionException("not available"));
    assertThat(Outages.is(failure)).isTrue();
    assertThat(Outages.isWithoutConnection(failure)).isTrue();
  }

  @Test
  void springsOwnKindsCountToo() {
    assertThat(Outages.is(new QueryTimeoutException("slow"))).isTrue();
    assertThat(Outages.is(new DataIntegrityViolationException("twice"))).isFalse();
    assertThat(Outages.is(new IllegalStateException("a mistake"))).isFalse();
  }

  private static Exception failure(String state) {
    return new UncategorizedSQLException("save", "insert", new SQLException("", state));
  }
}
