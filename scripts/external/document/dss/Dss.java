import eu.europa.esig.dss.model.FileDocument;
import eu.europa.esig.dss.simplereport.SimpleReport;
import eu.europa.esig.dss.spi.DSSUtils;
import eu.europa.esig.dss.spi.validation.CommonCertificateVerifier;
import eu.europa.esig.dss.spi.x509.CommonTrustedCertificateSource;
import eu.europa.esig.dss.spi.x509.revocation.crl.ExternalResourcesCRLSource;
import eu.europa.esig.dss.validation.SignedDocumentValidator;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;

/**
 * Validates each PDF of a folder as of a given time, with a folder of trusted certificates. Prints one line
 * with file and answer for each.
 */
public class Dss {
  public static void main(String[] args) throws Exception {
    CommonTrustedCertificateSource trusted = new CommonTrustedCertificateSource();
    for (File file : new File(args[1]).listFiles((folder, name) -> name.endsWith(".der")))
      trusted.addCertificate(DSSUtils.loadCertificate(file));
    CommonCertificateVerifier verifier = new CommonCertificateVerifier();
    verifier.setTrustedCertSources(trusted);
    verifier.setCrlSource(new ExternalResourcesCRLSource(Files.newInputStream(Path.of(args[1], "root.crl"))));
    verifier.setAIASource(null);
    Date at = Date.from(Instant.parse(args[2]));
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    try (var files = Files.list(Path.of(args[0]))) {
      for (Path file : files.sorted().toList())
        out.println(file.getFileName() + "\t" + answer(file, verifier, at));
    }
    out.flush();
  }

  private static String answer(Path file, CommonCertificateVerifier verifier, Date at) {
    try {
      SignedDocumentValidator validator = SignedDocumentValidator.fromDocument(new FileDocument(file.toFile()));
      validator.setCertificateVerifier(verifier);
      validator.setValidationTime(at);
      SimpleReport report = validator.validateDocument().getSimpleReport();
      if (report.getSignaturesCount() != 1) return report.getSignaturesCount() + " signatures";
      String id = report.getFirstSignatureId();
      return report.getIndication(id) + " " + report.getSubIndication(id) + " " + report.getSignatureFormat(id)
          + " " + report.getSignatureScopes(id).get(0).getScope();
    } catch (Exception | StackOverflowError error) {
      return String.valueOf(error).split("\n")[0];
    }
  }
}
