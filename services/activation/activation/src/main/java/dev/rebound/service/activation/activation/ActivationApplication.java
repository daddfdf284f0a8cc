package dev.rebound.service.activation.activation;

import dev.rebound.service.activation.common.CommonConfiguration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Import;

/** Main class of the activation service. */
@SpringBootApplication
@ConfigurationPropertiesScan
@Import(CommonConfiguration.class)
public class ActivationApplication {
  public static void main(String[] args) {
    SpringApplication.run(ActivationApplication.class, args);
  }
}
