import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.logging.Level;
import java.util.logging.LogManager;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.ValidationResult;

/**
 * Checks each PDF of a folder against each profile. Prints one line with file, profile and answer for each.
 */
public class VeraPdf {
  public static void main(String[] args) throws Exception {
    LogManager.getLogManager().getLogger("").setLevel(Level.OFF);
    VeraGreenfieldFoundryProvider.initialise();
    List<PDFAFlavour> profiles = List.of(args).stream().skip(1).map(PDFAFlavour::byFlavourId).toList();
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    try (var files = Files.list(Path.of(args[0]))) {
      for (Path file : files.sorted().toList())
        for (PDFAFlavour profile : profiles)
          out.println(file.getFileName() + "\t" + profile.getId() + "\t" + answer(file, profile));
    }
    out.flush();
  }

  private static String answer(Path file, PDFAFlavour profile) {
    try (PDFAParser parser = Foundries.defaultInstance().createParser(file.toFile(), profile);
        PDFAValidator validator = Foundries.defaultInstance().createValidator(profile, false)) {
      ValidationResult result = validator.validate(parser);
      if (result.isCompliant()) return "ok";
      TreeSet<String> rules = new TreeSet<>();
      result.getFailedChecks().forEach((rule, times) ->
          rules.add(rule.getClause() + "-" + rule.getTestNumber() + " (" + times + ")"));
      return String.join(", ", rules);
    } catch (Exception | StackOverflowError error) {
      return String.valueOf(error).split("\n")[0];
    }
  }
}
