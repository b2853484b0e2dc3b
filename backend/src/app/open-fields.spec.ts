import { join } from 'node:path';
import { type RecordedTerms, SEALED_TERMS, type TermName } from '@siegel/contracts/nda/term-fields';
import { SAMPLES } from '@siegel/contracts/testing/sample-terms';
import { foldHistories, type History } from './testing/fold-histories.js';

/** A text in the open part of an event, with the path of its field. */
interface OpenText {
  readonly field: string;
  readonly text: string;
}

/** Fields that hold our own ids in the format of mail addresses: `<number@our host>`. */
const OUR_ADDRESSES = ['messageId'];

/**
 * Fields that hold the operator's reason for what it did to a closed stream. They stay readable, because the
 * trust stream has no key. The commands say that a reason must name no person.
 */
const REASONS = ['LogBegun', 'PartBegun', 'StreamRestored', 'StreamEnded', 'EndedKeyDue'].map(
  (type) => `${type}.open.reason`,
);

/** Shorter texts are not searched for, because they occur everywhere. */
const SHORTEST = 4;

/** Our codes, hashes, ids, versions, times and addresses consist of visible ASCII characters only. */
const CODE = /^[\x21-\x7e]*$/;
const ADDRESS = /[^\s@<>]@[^\s@<>]/;

function textsIn(part: unknown, field: string): readonly OpenText[] {
  if (typeof part === 'string') return [{ field, text: part }];
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    textsIn(value, Array.isArray(part) ? field : `${field}.${name}`),
  );
}

const openTexts = (histories: readonly History[]): readonly OpenText[] =>
  histories.flat().flatMap(({ type, open }) => textsIn(open, `${type}.open`));

/**
 * Returns everything that people typed into the samples: the sealed texts, and the longer words of each name
 * or title.
 */
function typedTexts(histories: readonly History[]): ReadonlySet<string> {
  const sealed = histories.flat().flatMap(({ personal }) => textsIn(personal, '').map(({ text }) => text));
  const terms = Object.values<RecordedTerms<TermName>>(SAMPLES).flatMap((sample) =>
    SEALED_TERMS.map((name) => sample[name] ?? '').filter((text) => text !== ''),
  );
  const words = terms
    .filter((text) => text.length < 60 && !text.includes('@'))
    .flatMap((text) => text.split(/[^\p{L}]+/u).filter((word) => word.length > SHORTEST));
  const all = [...sealed, ...terms, ...words].filter((text) => text.length >= SHORTEST);
  return new Set(all.map((text) => text.toLowerCase()));
}

/** Returns a message with advice for each open field that contains text that a person typed. */
function problemsIn(texts: readonly OpenText[], typed: ReadonlySet<string>): readonly string[] {
  const bad = texts.filter(({ field, text }) => {
    if (REASONS.includes(field)) return false;
    const isOurs = OUR_ADDRESSES.some((name) => field.endsWith(`.${name}`));
    const holdsTyped = [...typed].some((one) => text.toLowerCase().includes(one));
    return holdsTyped || !CODE.test(text) || (ADDRESS.test(text) && !isOurs);
  });
  const lines = bad.map(
    ({ field, text }) =>
      `${field} holds '${text}', which a person typed and which would stay readable after an erasure: move it into 'personal', in the event's type and in its registry.`,
  );
  return [...new Set(lines)];
}

describe('the open part of an event', () => {
  let histories: readonly History[];
  let typed: ReadonlySet<string>;
  beforeAll(async () => {
    histories = await foldHistories(join(__dirname, '..'));
    typed = typedTexts(histories);
  });

  it("holds no person's name, address or text in any sample (rule:personal-data-is-sealed)", () => {
    const texts = openTexts(histories);
    expect(texts.length).toBeGreaterThan(1000);
    expect(problemsIn(texts, typed)).toEqual([]);
  });

  it.each([
    ['an address', 'somebody.else@example.org'],
    ['a name of the samples', 'Katharina Brandstetter'],
    ['a part of such a name', 'reported-by-lovelace'],
    ['a sentence', 'Paid in cash'],
    ['a name', 'Özdemir'],
    ['the code of a voucher', 'NDA-ABCD-EFGH'],
  ])('is refused if it holds %s, and the field is named', (_, text) => {
    const told = problemsIn(textsIn({ about: { of: [text] } }, 'NoteAdded.open'), typed);
    expect(told).toEqual([expect.stringContaining(`NoteAdded.open.about.of holds '${text}'`)]);
  });
});
