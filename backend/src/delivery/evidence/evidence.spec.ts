import { canonicalJson } from '@siegel/contracts/evidence/canonical';
import { checkEvidence } from '@siegel/contracts/evidence/check-evidence';
import type { Evidence } from '@siegel/contracts/evidence/evidence';
import fc from 'fast-check';
import { loadDocumentInput } from '../seal-document.js';
import { createDeliveryBench, type DeliveryBench } from '../testing/delivery-bench.js';

const verifyUrl = 'https://siegel.example/verify';

/**
 * Made from a real log and a real vault: the check, which shares no code with them, has to agree with their
 * rules.
 */
describe('the evidence of a document', () => {
  let bench: DeliveryBench;
  let ndaId: string;
  let text: string;
  let evidence: Evidence;
  const dueAtRevision = 5;
  beforeAll(async () => {
    bench = await createDeliveryBench();
    ndaId = await bench.givenPaid({ personal: { party2Company: 'Łódź & Söhne' } });
    text = (await loadDocumentInput(bench.parts, { ndaId, dueAtRevision, verifyUrl })).evidence;
    evidence = JSON.parse(text) as Evidence;
  });
  afterAll(() => bench.vaultDatabase.drop());

  const changed = (change: (evidence: Record<string, never>) => void): string => {
    const copy = JSON.parse(text) as Record<string, never>;
    change(copy);
    return JSON.stringify(copy);
  };

  it('proves itself', () => {
    expect(checkEvidence(text)).toEqual({ consistent: true, problems: [], evidence });
    expect(evidence).toMatchObject({ ndaId, stream: `nda-${ndaId}`, asOfRevision: dueAtRevision });
    expect(evidence.events.map(({ type }) => type)).toEqual([
      'NdaCreated.v1',
      'Party1Signed.v1',
      'Party2Signed.v1',
      'NdaCompleted.v1',
      'PaymentRequested.v1',
      'PaymentSucceeded.v1',
    ]);
    expect(evidence.parties).toMatchObject([
      { party: 1, role: 'discloser', name: 'Katharina Brandstetter', channel: 'in-person' },
      { party: 2, role: 'recipient', company: 'Łódź & Söhne', channel: 'in-person' },
    ]);
  });

  it('is the same text each time, in the one spelling of canonical JSON', async () => {
    expect((await loadDocumentInput(bench.parts, { ndaId, dueAtRevision, verifyUrl })).evidence).toBe(text);
    expect(canonicalJson(JSON.parse(text))).toBe(text);
  });

  it('discloses what was agreed, and not from where somebody signed', () => {
    const disclosed = evidence.events.filter((event) => event.disclosed !== undefined);
    expect(disclosed.map(({ type }) => type)).toEqual(['NdaCreated.v1']);
    expect(disclosed[0]?.disclosed?.personal).toMatchObject({ party1Email: 'katharina@example.org' });
    expect(text).not.toContain('203.0.113.77');
  });

  it('stays the same when more is recorded', async () => {
    await bench.append(ndaId, { type: 'MailDelivered', open: { party: 1, messageId: 'x' } } as never);
    expect((await loadDocumentInput(bench.parts, { ndaId, dueAtRevision, verifyUrl })).evidence).toBe(text);
  });

  /** Where each text and number lies, but for what is there to be read only. */
  function leaves(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
    if (typeof value !== 'object' || value === null) return path[0] === 'about' ? [] : [path];
    return Object.entries(value).flatMap(([key, member]) => leaves(member, [...path, key]));
  }

  /** Not in any hash: the seal over the file covers them. */
  const COVERED_BY_SEAL_ONLY = /^(language|parties,\d,(channel|signatureHash|role))$/;

  it('does not fit any more when any single thing in it is another', () => {
    const all = leaves(evidence).filter((path) => !COVERED_BY_SEAL_ONLY.test(path.join(',')));
    expect(all.length).toBeGreaterThan(50);
    fc.assert(
      fc.property(fc.constantFrom(...all), (path) => {
        const altered = changed((copy) => {
          const last = path.at(-1) ?? '';
          const parent = path
            .slice(0, -1)
            .reduce<Record<string, unknown>>((of, key) => of[key] as Record<string, unknown>, copy);
          const old = parent[last];
          parent[last] =
            typeof old === 'number'
              ? old + 1
              : typeof old === 'boolean'
                ? !old
                : typeof old === 'string'
                  ? `${old}x`
                  : 'x';
        });
        expect(checkEvidence(altered).consistent).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['event_missing', (copy: Evidence) => copy.events.slice(0, -1)],
    ['event_link', (copy: Evidence) => copy.events.filter((_, index) => index !== 1)],
    ['event_missing', (copy: Evidence) => [...copy.events].reverse()],
  ] as const)('notices events that are gone or moved (%s)', (problem, change) => {
    const altered = changed((copy) => Object.assign(copy, { events: change(copy as unknown as Evidence) }));
    expect(checkEvidence(altered).problems).toContain(problem);
  });

  it.each(['', '{', '[]', 'null', '{"format":"siegel-evidence/2"}', '{"format":"siegel-evidence/1"}'])(
    'refuses %j',
    (nonsense) => {
      expect(checkEvidence(nonsense)).toMatchObject({ consistent: false, evidence: undefined });
    },
  );

  it('never throws, whatever it is given', () => {
    fc.assert(fc.property(fc.json(), (anything) => !checkEvidence(anything).consistent));
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(evidence)), fc.jsonValue(), (key, value) => {
        if (key === 'about' || key === 'language') return true;
        return !checkEvidence(JSON.stringify({ ...evidence, [key]: value })).consistent;
      }),
    );
  });
});
