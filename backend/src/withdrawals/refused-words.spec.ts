import { refusedWords } from './refused-words.js';

const operator = {
  operatorName: 'Siegel Beispielbetrieb',
  operatorAddress: ['Musterstraße 1', '79098 Freiburg'],
  operatorEmail: 'post@siegel.example',
  operatorPhone: '+49 761 123456',
};

it("state the operator's address and telephone number", () => {
  const { de, en } = refusedWords(operator);
  for (const words of [de, en])
    expect(words).toContain(
      ': Siegel Beispielbetrieb, Musterstraße 1, 79098 Freiburg, post@siegel.example, ',
    );
  expect(de).toMatch(/Ihr Widerruf ist nicht eingegangen\..*, Telefon \+49 761 123456\.$/);
  expect(en).toMatch(/Yours was not received\..*, telephone \+49 761 123456\.$/);
});

it('omit ways that are not configured, and refer to the imprint if none is configured', () => {
  const none = { operatorName: null, operatorAddress: [], operatorEmail: null, operatorPhone: null };
  expect(refusedWords({ ...none, operatorEmail: 'post@siegel.example' }).en).toMatch(
    /in another way: post@siegel\.example\.$/,
  );
  expect(refusedWords(none).de).toMatch(/Die Anschrift des Betreibers steht im Impressum\.$/);
  expect(refusedWords(none).en).toMatch(/is in the imprint\.$/);
});
