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

  it('has at most as many characters as a description may have', () => {
    const long = 'Wort '.repeat(900).trim();
    expect(problemOf('Wort '.repeat(1000).trim(), long)).toBeUndefined();
    expect(problemOf('Wort '.repeat(1001).trim(), long)).toBe('too long');
  });

  it('is checked in linear time', () => {
    const started = process.cpuUsage();
    for (const worst of ['"', 'hier ', '1.', ':\n', 'a: ', '\n'])
      problemOf(worst.repeat(16_000 / worst.length), original);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(1000);
  });
});
