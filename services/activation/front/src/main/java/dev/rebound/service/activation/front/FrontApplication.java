package dev.rebound.service.activation.front;

import dev.rebound.service.activation.common.CommonConfiguration;
import io.swagger.v3.oas.annotations.OpenAPIDefinition;
import io.swagger.v3.oas.annotations.info.Info;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Import;

/** Main class of the front service. */
@OpenAPIDefinition(
    info =
        @Info(
            title = "User activation",
            version = "1",
            description =
                "Answers that are errors are problem details (RFC 9457). Their header"
                    + " Activation-Effect says what is known: none, or unknown."))
@SpringBootApplication
@ConfigurationPropertiesScan
@Import(CommonConfiguration.class)
public class FrontApplication {
  public static void main(String[] args) {
    // Before the first HttpClient: idle connections go before the activation service closes them,
    // for a request that is written into a connection under closure has an unknown effect.
    if (System.getProperty("jdk.httpclient.keepalive.timeout") == null) {
      System.setProperty("jdk.httpclient.keepalive.timeout", "30");
    }
    SpringApplication.run(FrontApplication.class, args);
  }
}
