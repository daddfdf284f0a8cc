class Rebound < Formula
  desc "Breaks a stream processor on purpose and measures its recovery and losses"
  homepage "https://github.com/rebound-lab/rebound"
  url "https://github.com/rebound-lab/rebound/releases/download/v@version@/rebound-@version@.tar.gz"
  sha256 "@sha256@"
  license "Apache-2.0"

  depends_on "openjdk"

  def install
    libexec.install Dir["*"]
    (bin/"rebound").write_env_script libexec/"rebound", JAVA_HOME: Language::Java.overridable_java_home_env[:JAVA_HOME]
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/rebound --version")
  end
end
