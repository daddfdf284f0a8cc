package dev.rebound.job.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgramDriverTest {
  private static final List<String> CALLED = new ArrayList<>();

  static final class Works {
    private Works() {}

    public static void main(String[] args) {
      CALLED.addAll(List.of(args));
    }
  }

  static final class Throws {
    private Throws() {}

    public static void main(String[] args) {
      if (args.length > 0) {
        throw new IllegalStateException("the query is over");
      }
    }
  }

  static final class CannotBegin {
    static final int SETTING = Integer.parseInt("none");

    private CannotBegin() {}

    public static void main(String[] args) {}
  }

  @SuppressWarnings("IncorrectMainMethod") // as a program may have it
  static final class OfAnObject {
    public void main(String[] args) {}
  }

  @SuppressWarnings("IncorrectMainMethod") // as a program may have it
  static final class Hidden {
    private Hidden() {}

    static void main(String[] args) {}
  }

  private static boolean ended(Class<?> program) throws ReflectiveOperationException {
    return ProgramDriver.ended(ProgramDriver.mainOf(program.getName()), new String[] {"a", "b"});
  }

  @Test
  void aProgramIsCalledWithItsArguments() throws ReflectiveOperationException {
    assertThat(ended(Works.class)).isTrue();
    assertThat(CALLED).containsExactly("a", "b");
  }

  @Test
  void whatItThrowsIsAFailure() throws ReflectiveOperationException {
    assertThat(ended(Throws.class)).isFalse();
  }

  @Test
  void aMainMethodThatCannotBeCalledIsToldBeforeThereIsASession() {
    assertThatThrownBy(() -> ProgramDriver.mainOf(OfAnObject.class.getName()))
        .isInstanceOf(NoSuchMethodException.class)
        .hasMessageContaining("is not static");
    assertThatThrownBy(() -> ProgramDriver.mainOf(Hidden.class.getName()))
        .isInstanceOf(NoSuchMethodException.class);
    assertThatThrownBy(() -> ProgramDriver.mainOf("com.example.NoSuch"))
        .isInstanceOf(ClassNotFoundException.class);
  }

  @Test
  void aClassIsInitializedOnceItIsCalled() throws ReflectiveOperationException {
    assertThat(ProgramDriver.mainOf(CannotBegin.class.getName())).isNotNull();
    assertThatThrownBy(() -> ended(CannotBegin.class)).isInstanceOf(LinkageError.class);
  }
}
