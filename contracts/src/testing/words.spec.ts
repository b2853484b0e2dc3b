import { CONSENT } from '../agreement/consent.js';
import { SIGNATURE_TEXTS } from '../agreement/signature-texts.js';
import { LANGUAGES, type Language } from '../enums.js';
import { ERRORS } from '../errors.js';
import { VALIDATION_MESSAGES } from '../validation-messages.js';
import { REASON_TEXTS } from '../verification/reasons.js';
import { otherWords } from './words.js';

/** The specification prescribes the exact wording of these texts. */
const FIXED_TEXTS = ['Invalid email address.'];

const inOneLanguage = (table: Readonly<Record<string, Readonly<Record<Language, string>>>>, of: Language) =>
  Object.values(table)
    .map((text) => text[of])
    .filter((text) => !FIXED_TEXTS.includes(text));

describe.each(LANGUAGES)('words of the contracts (%s)', (language) => {
  it.each([
    ['errors', inOneLanguage(ERRORS, language)],
    ['wrong fields', inOneLanguage(VALIDATION_MESSAGES, language)],
    ['verdicts on documents', inOneLanguage(REASON_TEXTS, language)],
    ['consents', CONSENT[language]],
    [
      'signatures',
      { ...SIGNATURE_TEXTS[language], signsFor: SIGNATURE_TEXTS[language].signsFor('Velo GmbH') },
    ],
  ])('are the words of the glossary in %s', (_, texts) => expect(otherWords(language, texts)).toEqual([]));
});

describe('otherWords', () => {
  it.each([
    ['de', 'Diese Seite hat bereits unterschrieben.'],
    ['de', 'Beide Seiten haben unterschrieben.'],
    ['de', 'Es haben noch nicht beide Seiten unterschrieben.'],
    ['de', 'Die andere Seite unterschreibt.'],
    ['de', 'der empfangenden Seite'],
    ['de', 'der Zeitpunkt des Siegelns'],
    ['de', 'Der gesiegelte Teil ist unversehrt.'],
    ['de', 'Die Laufzeit beginnt.'],
    ['de', 'Nummer und Prüfziffer'],
    ['de', 'Textfassung 9f3a'],
    ['de', 'Geschafft!'],
    ['en', 'Your email address'],
    ['en', 'See the record.'],
    ['en', 'Text version 9f3a'],
    ['en', '§ 16'],
    ['en', 'Done!'],
  ] as const)('finds a word that is not of the glossary (%s: %s)', (language, text) =>
    expect(otherWords(language, { deep: [text] })).toHaveLength(1),
  );

  it.each([
    ['de', 'Bitte laden Sie die Seite neu.'],
    ['de', 'Diese Seite gibt es nicht.'],
    ['de', 'Die Anfrage kam von einer fremden Seite.'],
    ['de', 'Seite 2 von 5'],
    ['de', 'Das Siegel ist echt und von uns versiegelt.'],
    ['en', 'The PDF goes to {{email1}} and {{email}}.'],
    ['en', 'An e-mail was sent.'],
  ] as const)('accepts a correct text (%s: %s)', (language, text) =>
    expect(otherWords(language, [text])).toEqual([]),
  );
});
