import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { ApplyVoucherRequest, SandboxConfirmRequest } from '../payments/requests.js';
import { SAMPLES } from '../testing/sample-terms.js';
import { fieldProblems, VALIDATION_MESSAGES } from '../validation-messages.js';
import { CreateNdaRequest, SignRequest } from './requests.js';
import { TERM_FIELDS, TEXT_TERMS } from './term-fields.js';

/** `valid` is a request that has only the required fields. */
const {
  party1Company: _,
  party2Company: __,
  permittedDisclosures: ___,
  returnOfMaterials: ____,
  language: _____,
  ...valid
} = SAMPLES.de;

/** All text fields except the e-mail addresses. */
const WRITTEN = TEXT_TERMS.filter((name) => TERM_FIELDS[name].form !== 'email');

const problems = (type: new () => object, body: object, language: 'de' | 'en' = 'de') =>
  fieldProblems(
    validateSync(plainToInstance(type, body), { whitelist: true, forbidNonWhitelisted: true }),
    language,
  );

describe('CreateNdaRequest', () => {
  it('accepts a complete body and fills in the defaults', () => {
    expect(problems(CreateNdaRequest, valid)).toEqual([]);
    expect(plainToInstance(CreateNdaRequest, valid)).toMatchObject({
      returnOfMaterials: true,
      language: 'de',
    });
  });

  it.each(Object.values(SAMPLES))('accepts the sample in $language', (sample) => {
    expect(problems(CreateNdaRequest, sample)).toEqual([]);
  });

  it.each([
    ['ideaTitle', ' ab ', 'Titel muss mindestens 3 Zeichen lang sein'],
    ['ideaTitle', undefined, 'Titel muss mindestens 3 Zeichen lang sein'],
    ['ideaTitle', 7, 'Titel muss mindestens 3 Zeichen lang sein'],
    ['ideaTitle', 'a'.repeat(121), 'Höchstens 120 Zeichen.'],
    ['ideaTitle', 'Zwei\nZeilen', 'Zeilenumbrüche und Steuerzeichen sind hier nicht möglich.'],
    [
      'ideaTitle',
      'Rad 🚲 mit Nabe',
      'Das Zeichen „🚲“ kann im Dokument nicht dargestellt werden. Bitte ersetzen oder entfernen Sie es.',
    ],
    ['ideaDescription', 'x'.repeat(49), 'Beschreibung muss mindestens 50 Zeichen lang sein'],
    ['party1Name', 'K', 'Name erforderlich'],
    ['party2Name', '', 'Name erforderlich'],
    ['party1Email', 'thomas@achterberg-velo', 'Gültige E-Mail-Adresse erforderlich'],
    ['duration', '', 'Vertragsdauer erforderlich'],
    ['geographicScope', 'mars', 'Geografischer Geltungsbereich erforderlich'],
    ['penaltyClause', '', 'Strafklausel erforderlich'],
    ['penaltyClause', 'custom:', 'Bitte geben Sie einen gültigen Betrag ein'],
    ['penaltyClause', 'custom:0', 'Bitte geben Sie einen gültigen Betrag ein'],
    ['penaltyClause', 'custom:1.5', 'Bitte geben Sie einen gültigen Betrag ein'],
    ['penaltyClause', 'custom:10000001', 'Höchstens 10.000.000 EUR.'],
    ['returnOfMaterials', 'ja', 'Dieser Wert ist hier nicht möglich.'],
    ['replaces', 'nope', 'Dieser Wert ist hier nicht möglich.'],
    ['surprise', 1, 'Dieses Feld gibt es nicht.'],
  ])('refuses %s = %j', (field, value, message) => {
    expect(problems(CreateNdaRequest, { ...valid, [field]: value })).toEqual([
      expect.objectContaining({ field, message }),
    ]);
  });

  it.each(WRITTEN)('accepts %s at its maximum length and reports a longer value', (field) => {
    const { max, words } = TERM_FIELDS[field];
    expect(problems(CreateNdaRequest, { ...valid, [field]: 'x'.repeat(max) })).toEqual([]);
    expect(problems(CreateNdaRequest, { ...valid, [field]: 'x'.repeat(max + 1) })).toEqual([
      { field, code: `validation.${words}.max`, message: `Höchstens ${max} Zeichen.` },
    ]);
  });

  it.each(WRITTEN)('names in both languages the character of %s that the document cannot show', (field) => {
    const body = { ...valid, [field]: `${`${valid.party1Name} `.repeat(3)}王$&` };
    const [german, english] = [problems(CreateNdaRequest, body), problems(CreateNdaRequest, body, 'en')];
    expect(german).toEqual([expect.objectContaining({ field, code: 'validation.printable' })]);
    expect(german[0]?.message).toContain('„王“');
    expect(english[0]?.message).toBe(
      'The character “王” cannot be shown in the document. Please replace or remove it.',
    );
  });

  it('refuses addresses that the audit page cannot show', () => {
    expect(problems(CreateNdaRequest, { ...valid, party1Email: 'anna@王.example' })[0]).toMatchObject({
      code: 'validation.printable',
    });
    expect(problems(CreateNdaRequest, { ...valid, party1Email: 'anna@müller.de' })).toEqual([]);
  });

  it('counts composed characters', () => {
    expect(problems(CreateNdaRequest, { ...valid, party1Name: 'o\u0308'.repeat(120) })).toEqual([]);
    expect(problems(CreateNdaRequest, { ...valid, party1Name: 'o\u0308' })[0]?.code).toBe(
      'validation.name.min',
    );
  });

  it.each(['custom:1', 'custom:10000000', 'none', '100k'])('accepts the penalty %s', (penaltyClause) => {
    expect(problems(CreateNdaRequest, { ...valid, penaltyClause })).toEqual([]);
  });

  it('trims before counting and turns empty optional texts into absent ones', () => {
    const request = plainToInstance(CreateNdaRequest, {
      ...valid,
      ideaTitle: '  Rad ',
      party1Company: '  ',
      permittedDisclosures: null,
    });
    expect(request).toMatchObject({ ideaTitle: 'Rad' });
    expect(request.party1Company).toBeUndefined();
    expect(request.permittedDisclosures).toBeUndefined();
  });

  it('keeps line breaks in the description, as one character each', () => {
    const ideaDescription = `${'x'.repeat(50)}\r\nzweite Zeile`;
    expect(problems(CreateNdaRequest, { ...valid, ideaDescription })).toEqual([]);
    expect(plainToInstance(CreateNdaRequest, { ...valid, ideaDescription }).ideaDescription).toBe(
      `${'x'.repeat(50)}\nzweite Zeile`,
    );
  });

  it('keeps a typed no-break hyphen, but replaces it in addresses, which cannot contain one', () => {
    const typed = {
      ideaTitle: 'E\u2011Rad',
      party1Name: 'Anna\u2011Lena',
      party1Email: 'anna\u2011l@e\u2011r.de',
    };
    expect(problems(CreateNdaRequest, { ...valid, ...typed })).toEqual([]);
    expect(plainToInstance(CreateNdaRequest, { ...valid, ...typed })).toMatchObject({
      ...typed,
      party1Email: 'anna-l@e-r.de',
    });
  });

  it('accepts addresses to which mail can be sent, and says what to do about others', () => {
    const field = 'party1Email';
    const wrong = (party1Email: string) =>
      problems(CreateNdaRequest, { ...valid, party1Email }).map((problem) => [problem.field, problem.code]);
    for (const address of ['anna@müller.de', 'anna@xn--mller-kva.de', 'o`hara{1}@example.org'])
      expect(wrong(address)).toEqual([]);
    for (const address of ['jörg@example.org', 'jo\u0308rg@example.org', 'пример@example.org'])
      expect(wrong(address)).toEqual([[field, 'validation.email.letters']]);
    for (const address of ['jörg@example', 'anna@xn--a.de', `anna@${'ü'.repeat(60)}.de`])
      expect(wrong(address)).toEqual([[field, 'validation.email']]);
    // The address has 254 characters as typed. With `ü` in its domain, it has more than 254 characters in
    // ASCII.
    const host = (letter: string) => `${`${'b'.repeat(47)}${letter}.`.repeat(3)}${'b'.repeat(40)}.de`;
    const typed = (letter: string) => `${'a'.repeat(254 - 1 - host(letter).length)}@${host(letter)}`;
    expect(typed('b')).toHaveLength(254);
    expect(wrong(typed('b'))).toEqual([]);
    expect(wrong(typed('ü'))).toEqual([[field, 'validation.email.ascii']]);
    const [german, english] = (['de', 'en'] as const).map(
      (language) =>
        problems(CreateNdaRequest, { ...valid, party1Email: 'jörg@example.org' }, language)[0]?.message,
    );
    expect(german).toContain('Bitte geben Sie eine andere Adresse');
    expect(english).toContain('Please enter another address');
  });

  it('reports problems in English on request', () => {
    expect(problems(CreateNdaRequest, { ...valid, party2Email: '' }, 'en')[0]?.message).toBe(
      'Invalid email address.',
    );
  });
});

describe('other requests', () => {
  it('accepts a missing signature, which the domain refuses', () => {
    expect(problems(SignRequest, { partyNumber: '1' })).toEqual([]);
    expect(problems(SignRequest, { partyNumber: 1 })[0]?.field).toBe('partyNumber');
    expect(problems(SignRequest, { partyNumber: '2', agreementHash: 'abc' })[0]?.field).toBe('agreementHash');
  });

  it('upper-cases a voucher code and reports an empty one', () => {
    expect(plainToInstance(ApplyVoucherRequest, { voucherCode: ' nda-7qkm-2222 ' }).voucherCode).toBe(
      'NDA-7QKM-2222',
    );
    for (const body of [{ voucherCode: '  ' }, {}]) {
      expect(problems(ApplyVoucherRequest, body, 'en')[0]?.message).toBe('Voucher code is required');
      expect(problems(ApplyVoucherRequest, body)[0]?.message).toBe('Gutscheincode erforderlich');
    }
  });

  it('asks for every card field', () => {
    expect(problems(SandboxConfirmRequest, {}).map((problem) => problem.field)).toEqual([
      'cardNumber',
      'expiry',
      'cvc',
    ]);
  });

  it('has every message in both languages', () => {
    for (const message of Object.values(VALIDATION_MESSAGES))
      expect(message.de.length * message.en.length).toBeGreaterThan(0);
  });
});
