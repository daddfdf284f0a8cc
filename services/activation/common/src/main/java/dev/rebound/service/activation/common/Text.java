package dev.rebound.service.activation.common;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A line of text that must be there: not blank, at most 200 characters, none of them a control. */
@NotBlank
@Size(max = 200)
@Pattern(regexp = "\\P{Cntrl}*", message = "must not contain control characters")
@Constraint(validatedBy = {})
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Text {
  String message() default "must be a line of text";

  Class<?>[] groups() default {};

  Class<? extends Payload>[] payload() default {};
}
