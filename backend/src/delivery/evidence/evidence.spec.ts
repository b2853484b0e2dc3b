import { canonicalJson } from '@siegel/contracts/evidence/canonical';
import { checkEvidence } from '@siegel/contracts/evidence/check-evidence';
import type { EvidenceEvent } from '@siegel/contracts/evidence/evidence';
import fc from 'fast-check';
import { madeInPerson } from '../../nda/testing/samples.js';
import { SHOWN_OF_A_KIND_MAX } from '../shortened-history.js';
import { createDeliveryBench, type DeliveryBench } from '../testing/delivery-bench.js';
import type { Story } from '../testing/signed-nda.js';
import {
  changed,
  changedEvents,
  changedFields,
  type WayOfChange,
  isShown,
} from '../testing/evidence-changes.js';
import { evidenceOf, type SampleEvidence } from '../testing/evidence-of.js';

const dueAtRevision = 5;
const isFirstFormat = (event: EvidenceEvent): boolean => 'format' in event;

let bench: DeliveryBench;
beforeAll(async () => {
  bench = await createDeliveryBench();
});
afterAll(() => bench.vaultDatabase.drop());

/** Works like `changed`, for parts that are read-only in the types. */
const altered = (given: SampleEvidence, change: (copy: Record<string, never>) => unknown): string =>
  changed(given, (copy) => change(copy as unknown as Record<string, never>));

/**
 * Tests the check with evidence from a real log and a real vault. The check shares no code with the log and
 * the vault, but must follow the same rules.
 */
describe('the evidence of a document', () => {
  let given: SampleEvidence;
  beforeAll(async () => {
    given = await evidenceOf(bench);
  });

  it('proves itself', () => {
    const { text, evidence, ndaId } = given;
    expect(checkEvidence(text)).toEqual({
      consistent: true,
      problems: [],
      evidence,
      boundBySuccessor: [],
      boundBySealOnly: [],
      undisclosedSignatures: [],
    });
    expect(evidence).toMatchObject({ ndaId, stream: `nda-${ndaId}`, asOfRevision: dueAtRevision });
    expect(evidence.parties).toMatchObject([
      { party: 1, role: 'discloser', name: 'Katharina Brandstetter', channel: 'in-person' },
      { party: 2, role: 'recipient', company: 'Łódź & Söhne', channel: 'in-person', signatureKind: 'drawn' },
    ]);
  });

  it('is the same text each time, in canonical JSON', async () => {
    expect(await given.made()).toBe(given.text);
    expect(canonicalJson(JSON.parse(given.text))).toBe(given.text);
  });

  it('shows the events that concern the agreement, and only the existence of all others', () => {
    const { evidence, text } = given;
    expect(evidence.events.map((event) => (isShown(event) ? event.type : 'withheld'))).toEqual([
      'NdaCreated.v2',
      'Party1Signed.v2',
      'Party2Signed.v2',
      'NdaCompleted.v2',
      'withheld',
      'withheld',
    ]);
    for (const event of evidence.events.slice(4))
      expect(Object.keys(event).toSorted()).toEqual(['content', 'hash', 'previousHash', 'revision']);
    expect(text).not.toMatch(/pi_1|Payment|sandbox|voucher/i);
  });

  it('discloses the agreement and the signatures, but not the origin of a signature', () => {
    const disclosed = given.evidence.events.filter(isShown).filter((event) => event.disclosed !== undefined);
    expect(disclosed.map(({ type }) => type)).toEqual([
      'NdaCreated.v2',
      'Party1Signed.v2',
      'Party2Signed.v2',
    ]);
    expect(disclosed[0]?.disclosed?.personal).toMatchObject({
      party1Email: 'katharina@example.org',
      agreementHash: given.evidence.agreement.hash,
    });
    expect(disclosed[1]?.disclosed?.personal).toEqual({
      signatureHash: given.evidence.parties[0].signatureHash,
    });
    expect(given.text).not.toContain('203.0.113.77');
  });

  it('quotes the consent', async () => {
    expect(given.evidence.parties.map(({ consent }) => consent)).toEqual([
      { wording: 'v1', language: 'de', text: expect.stringMatching(/^Ich habe .* einfachen elektronischen/) },
      { wording: 'v1', language: 'de', text: expect.stringContaining('auf diesem Gerät') },
    ]);
    const typed = await evidenceOf(bench, { typed: true });
    expect(typed.evidence.parties.map(({ signatureKind }) => signatureKind)).toEqual(['typed', 'typed']);
  });

  it('shows the last change of the signing mode in a long history, and proves itself', async () => {
    const more = SHOWN_OF_A_KIND_MAX + 1;
    const changes = Array.from({ length: more }, () => madeInPerson(false));
    const { evidence, text } = await evidenceOf(bench, {}, dueAtRevision + more, (all) => [
      ...all.slice(0, 2),
      ...changes,
      ...all.slice(2),
    ]);
    expect(checkEvidence(text)).toMatchObject({ consistent: true, problems: [] });
    const shown = evidence.events.filter(isShown);
    expect(shown.map(({ revision }) => revision)).toEqual([0, 1, 1 + more, 2 + more, 3 + more]);
  });

  it('stays the same when more events are recorded', async () => {
    await bench.append(given.ndaId, {
      type: 'MailDelivered',
      open: { kind: 'document', party: 1, messageId: 'x' },
    });
    expect(await given.made()).toBe(given.text);
  });

  it.each(['', '{', '[]', 'null', '{"format":"siegel-evidence/2"}', '{"format":"siegel-evidence/1"}'])(
    'refuses %j',
    (nonsense) => {
      expect(checkEvidence(nonsense)).toMatchObject({ consistent: false, evidence: undefined });
    },
  );

  it('never throws, whatever its input', () => {
    fc.assert(fc.property(fc.json(), (anything) => !checkEvidence(anything).consistent));
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(given.evidence)), fc.jsonValue(), (key, value) => {
        if (key === 'about') return true;
        return !checkEvidence(canonicalJson({ ...given.evidence, [key]: value })).consistent;
      }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(given.evidence.events[0] ?? {})),
        fc.jsonValue(),
        (key, value) => {
          const [first, ...others] = given.evidence.events;
          const events = [{ ...first, [key]: value }, ...others];
          return !checkEvidence(canonicalJson({ ...given.evidence, events })).consistent;
        },
      ),
    );
  });

  it('accepts no member that is not checked', () => {
    expect(checkEvidence(altered(given, (copy) => Object.assign(copy, { paid: true }))).consistent).toBe(
      false,
    );
    const more = changed(given, ({ events }) => Object.assign(events[4] ?? {}, { note: 'paid' }));
    expect(checkEvidence(more).problems).toEqual(['unreadable']);
  });
});

interface HistoryCase {
  readonly story: Story;
  readonly due: number;
  readonly bySuccessor: readonly number[];
  readonly bySealOnly: readonly number[];
  readonly undisclosed: readonly number[];
}
const HISTORIES: readonly [string, HistoryCase][] = [
  ['of format 2', { story: {}, due: 5, bySuccessor: [], bySealOnly: [], undisclosed: [] }],
  [
    'of format 1',
    { story: { byStageOne: 6 }, due: 5, bySuccessor: [], bySealOnly: [4, 5], undisclosed: [1, 2] },
  ],
  [
    'half of format 1',
    { story: { byStageOne: 2 }, due: 5, bySuccessor: [], bySealOnly: [], undisclosed: [1] },
  ],
  [
    'of format 1 except for the payment',
    { story: { byStageOne: 5 }, due: 5, bySuccessor: [4], bySealOnly: [], undisclosed: [1, 2] },
  ],
  [
    'signed through a link',
    {
      story: { remote: true, correctedEmail: 'neu@example.org' },
      due: 7,
      bySuccessor: [],
      bySealOnly: [],
      undisclosed: [],
    },
  ],
  [
    'signed through a link, begun in format 1',
    { story: { remote: true, byStageOne: 4 }, due: 6, bySuccessor: [3], bySealOnly: [2], undisclosed: [1] },
  ],
];

describe.each(HISTORIES)('the evidence of a history %s', (_, history) => {
  let given: SampleEvidence;
  beforeAll(async () => {
    given = await evidenceOf(bench, history.story, history.due);
  });

  it('proves itself, and lists the events whose hashes cannot be recomputed', () =>
    expect(checkEvidence(given.text)).toMatchObject({
      consistent: true,
      problems: [],
      boundBySuccessor: history.bySuccessor,
      boundBySealOnly: history.bySealOnly,
      undisclosedSignatures: history.undisclosed,
    }));

  /**
   * True for a value that only the seal covers: the hash of an event in `bySealOnly`, or the `signatureHash`
   * of a signature in format 1. In format 1 the commitment also covers an address, which is not shown.
   */
  const isCoveredBySealOnly = ([member, at, name]: readonly (string | number)[]): boolean => {
    const { events } = given.evidence;
    if (member === 'events') return history.bySealOnly.includes(Number(at)) && name === 'hash';
    if (member !== 'parties' || name !== 'signatureHash') return false;
    const type = `Party${Number(at) + 1}Signed`;
    return events.filter(isShown).some((event) => event.type.startsWith(type) && isFirstFormat(event));
  };

  it('is inconsistent if any single value is changed', () => {
    const all = changedFields(given).filter(({ path }) => !isCoveredBySealOnly(path));
    expect(all.length).toBeGreaterThan(50);
    for (const { path, text } of all) expect([path, checkEvidence(text).consistent]).toEqual([path, false]);
  });

  const areConsistent = (texts: readonly string[]): boolean[] =>
    texts.map((text) => checkEvidence(text).consistent);
  const expectNonePasses = (texts: readonly string[]): void =>
    expect(areConsistent(texts)).toEqual(texts.map(() => false));

  /**
   * True for a change that only the seal detects. verification/rebuilt-evidence.spec.ts tests that the seal
   * detects such changes.
   */
  function isBoundBySealOnly(how: WayOfChange, at: number): boolean {
    const isLoose = (revision: number): boolean => history.bySealOnly.includes(revision);
    if (how === 'exchanged with the next') return isLoose(at) && isLoose(at + 1);
    return how === 'hashed anew' && (at === history.due || isLoose(at));
  }

  it('detects each event that is dropped, exchanged, doubled or rehashed, except those that only the seal binds', () => {
    const all = changedEvents(given);
    expectNonePasses(all.filter(({ how, at }) => !isBoundBySealOnly(how, at)).map(({ text }) => text));
    const left = all.filter(({ how, at }) => isBoundBySealOnly(how, at)).map(({ text }) => text);
    expect(areConsistent(left)).toEqual(left.map(() => true));
    expectNonePasses([changed(given, (copy) => Object.assign(copy, { events: copy.events.slice(0, -1) }))]);
  });

  it('detects if an event on which the agreement rests is withheld', () => {
    const needed = /^(NdaCreated|Party1Signed|Party2Signed|NdaCompleted)\./;
    const texts = given.evidence.events.flatMap((event, at) => {
      if (!isShown(event) || !needed.test(event.type)) return [];
      const { revision, content, previousHash, hash } = event;
      const link = isFirstFormat(event)
        ? { revision, hash, format: 1 }
        : { revision, content, previousHash, hash };
      return [changed(given, (copy) => Object.assign(copy, { events: copy.events.with(at, link as never) }))];
    });
    expect(texts).toHaveLength(4);
    expectNonePasses(texts);
  });
});
