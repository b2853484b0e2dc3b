import { checkRewrite } from './check-rewrite.js';

const original =
  'Ein Anhänger für Fahrräder, der sich in 3 Schritten auf 40 x 60 cm falten lässt und 12,5 kg wiegt.';
const rewritten =
  'Der Fahrradanhänger lässt sich in 3 Schritten auf 40 x 60 cm zusammenfalten. Er wiegt 12,5 kg.';

const problemOf = (answer: string, of = original): string | undefined => {
  const checked = checkRewrite(answer, of);
  return 'problem' in checked ? checked.problem : undefined;
};

describe('a rewritten description', () => {
  it('is accepted in the form in which it would be stored', () => {
    expect(checkRewrite(rewritten, original)).toEqual({ text: rewritten });
    expect(checkRewrite(` \r\n${rewritten.replace('. ', '.\r\n')}\u00ad\n`, original)).toEqual({
      text: rewritten.replace('. ', '.\n'),
    });
    expect(problemOf(original)).toBeUndefined();
  });

  it.each<[string, string, string]>([
    ['empty', '', 'too short'],
    ['of 49 characters', 'x'.repeat(49), 'too short'],
    ['more than twice as long', `${rewritten} ${'Er ist leicht. '.repeat(10)}`, 'too long'],
    ['endless', 'x'.repeat(20_000), 'too long'],
    ['in quotation marks', `„${rewritten}“`, 'wrapped'],
    ['in English quotation marks', `"${rewritten}"`, 'wrapped'],
    ['in a block of code', `\`\`\`\n${rewritten}\n\`\`\``, 'wrapped'],
    ['headed by a comment', `Hier ist die überarbeitete Fassung:\n\n${rewritten}`, 'commented'],
    ['headed by a title', `**Überarbeitete Beschreibung**:\n${rewritten}`, 'commented'],
    ['introduced', `Here's a clearer version: ${rewritten}`, 'commented'],
    ['polite', `Gerne! ${rewritten}`, 'commented'],
    ['polite in English', `Certainly, ${rewritten}`, 'commented'],
    ['without a number', rewritten.replace('12,5 kg', 'wenig'), 'a number is missing'],
    ['with another number', rewritten.replace('12,5', '12,6'), 'a number is missing'],
    ['with a number only inside another number', rewritten.replace(' 3 ', ' 30 '), 'a number is missing'],
    ['with a new number', `${rewritten} Partei 2 zahlt dafür.`, 'a number was added'],
    ['with a new amount', `${rewritten} Er kostet 1,5 Mio. EUR.`, 'a number was added'],
    ['with a fraction', `${rewritten} Er kostet ½ Mio. EUR.`, 'a number was added'],
    ['with ten times a number', `${rewritten} Früher wog er 125 kg.`, 'a number was added'],
    ['with a web address', `${rewritten} Siehe https://evil.example/login.`, 'an address was added'],
    ['with a bare host', `${rewritten} Siehe (Evil.example/login)!`, 'an address was added'],
    ['with a host among other signs', `${rewritten} Siehe **evil.example**.`, 'an address was added'],
    ['with a host behind a colon', `${rewritten} Siehe:evil.example/login`, 'an address was added'],
    ['with a host behind a slash', `${rewritten} Mehr/evil.example—hier.`, 'an address was added'],
    ['with a mail address', `${rewritten} Fragen an x@evil.example.`, 'an address was added'],
    ['with a script', `${rewritten} <script>alert</script>`, 'markup was added'],
    ['with a link in Markdown', `${rewritten} [mehr](hier)`, 'markup was added'],
    ['with an entity', `${rewritten} &lt;b`, 'markup was added'],
    ['with an emoji', `${rewritten} 🚲`, 'unprintable'],
    ['with a control character', `${rewritten}\u0007`, 'unprintable'],
    ['in another script', rewritten.replace('Fahrradanhänger', '自転車トレーラー'), 'unprintable'],
  ])('is refused: %s', (_what, answer, problem) => expect(problemOf(answer)).toBe(problem));

  it('may be in quotation marks and begin like the original', () => {
    const quoted = `„${original}“`;
    expect(problemOf(quoted, quoted)).toBeUndefined();
    const headed = `Hier ist meine Idee: ${original}`;
    expect(problemOf(headed, headed)).toBeUndefined();
    expect(problemOf(rewritten.replace('Der', 'Sicher und leicht: der'))).toBeUndefined();
  });

  it('has no tag in place of a comparison', () => {
    const of = 'Die Steuerung schaltet bei a < b und b > c, gemessen in einem Rahmen von 3 m.';
    const tagged = of.replace('a < b und b > c', 'hohem Druck <script> und Hitze');
    expect(problemOf(tagged, of)).toBe('markup was added');
  });

  it.each([
    [
      'a word in digits',
      'Er faltet sich in drei Schritten, was ein Dutzend Leute prüften, auch im Regen.',
      '3, 1 und 12',
    ],
    [
      'another separator',
      'Der Anhänger wiegt 12,5 kg und trägt 1500 kg, wenn er richtig beladen wird.',
      '12,5 oder 12.5, 1500 oder 1.500',
    ],
    [
      'an address of the original',
      'Der Anhänger, den www.anhaenger.example/neu und post@anhaenger.example zeigen.',
      'www.Anhaenger.example/neu, (post@anhaenger.example)',
    ],
    [
      'markup of the original',
      'Die Steuerung schaltet bei a < b und b > c, gemessen in einem Rahmen von 3 m.',
      'a < b, b > c, 3 m',
    ],
    [
      'a squared unit',
      'Der Anhänger hat eine Ladefläche von genau 3 Quadratmetern, wenn er offen ist.',
      '3 m²',
    ],
  ])('may restate %s', (_what, of, restated) =>
    expect(
      problemOf(`Der Anhänger für Fahrräder ist neu, z.B. leicht, d.h. gut: ${restated}.`, of),
    ).toBeUndefined(),
  );

  it('has at most as many characters as a description may have', () => {
    const long = 'Wort '.repeat(900).trim();
    expect(problemOf('Wort '.repeat(1000).trim(), long)).toBeUndefined();
    expect(problemOf('Wort '.repeat(1001).trim(), long)).toBe('too long');
  });

  it('is checked in linear time', () => {
    const started = process.cpuUsage();
    for (const worst of [
      '"',
      'hier ',
      '1.',
      ':\n',
      'a: ',
      '\n',
      '!',
      'aa.',
      'x@',
      '&l',
      'ein ',
      '-',
      '.',
      'a-.',
    ])
      problemOf(worst.repeat(16_000 / worst.length), original);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(1000);
  });
});
