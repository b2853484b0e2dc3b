import { checkEvidence } from '@siegel/contracts/evidence/check-evidence';
import { evidenceEventHash } from '@siegel/contracts/evidence/event-hash';
import type { Evidence, EvidenceEvent, ShownEvent, WithheldEvent } from '@siegel/contracts/evidence/evidence';
import { createDeliveryBench, type DeliveryBench } from '../testing/delivery-bench.js';
import { rechained, changed, consistentForgeries, isShown } from '../testing/evidence-changes.js';
import { evidenceOf, type SampleEvidence } from '../testing/evidence-of.js';

let bench: DeliveryBench;
beforeAll(async () => {
  bench = await createDeliveryBench();
});
afterAll(() => bench.vaultDatabase.drop());

describe('forged evidence', () => {
  let given: SampleEvidence;
  let remote: SampleEvidence;
  beforeAll(async () => {
    given = await evidenceOf(bench);
    remote = await evidenceOf(bench, { remote: true, correctedEmail: 'neu@example.org' }, 7);
  });

  const problemsOf = (text: string) => checkEvidence(text).problems;
  const saying = (event: EvidenceEvent, from: string, to: string): EvidenceEvent => {
    const said = event as ShownEvent;
    return { ...said, core: said.core.replace(from, to), data: said.data.replace(from, to) };
  };
  const at = (events: readonly EvidenceEvent[], index: number) => events[index] as EvidenceEvent;

  it('is accepted without changes: the forgeries below start from it', () => {
    expect(problemsOf(rechained(given, (events) => events))).toEqual([]);
    expect(problemsOf(rechained(remote, (events) => events))).toEqual([]);
  });

  it('may be consistent: only the seal binds the last events and the causes of events', () => {
    for (const { text } of consistentForgeries(given)) {
      expect(text === given.text).toBe(false);
      expect(problemsOf(text)).toEqual([]);
    }
  });

  it('has Party 2 sign before Party 1', () =>
    expect(
      problemsOf(rechained(given, (events) => [at(events, 0), at(events, 2), at(events, 1), at(events, 3)])),
    ).toContain('event_order'));

  it('has an event that is dated before its predecessor', () => {
    const earlier = (events: EvidenceEvent[]) => {
      const { at: time } = JSON.parse((events[1] as ShownEvent).core) as { at: string };
      return events.with(1, saying(at(events, 1), time, '2020-01-01T00:00:00.000Z'));
    };
    expect(problemsOf(rechained(given, earlier))).toContain('event_order');
  });

  it.each(['2027', '2026-11-31T13:35:28.000Z', '2026-11-12T24:00:00.000Z'])(
    'has a last event dated %s, which is not a valid time',
    (time) => {
      const dated = (events: EvidenceEvent[]) => {
        const { at: was } = JSON.parse((events[3] as ShownEvent).core) as { at: string };
        return events.with(3, saying(at(events, 3), was, time));
      };
      expect(problemsOf(rechained(given, dated))).toContain('event_order');
    },
  );

  it.each<[string, number, string, string, string]>([
    ['channel', 2, '"channel":"in-person"', '"channel":"remote"', 'party'],
    ['language', 0, '"language":"de"', '"language":"en"', 'signed_other_text'],
    ['kind of signature', 1, '"signatureKind":"drawn"', '"signatureKind":"typed"', 'signature'],
    ['language of the consent', 1, '"consentLanguage":"de"', '"consentLanguage":"en"', 'consent'],
    ['wording of the consent', 2, '"consentWording":"v1"', '"consentWording":"v0"', 'consent'],
    ['template', 1, '"templateVersion":"v2"', '"templateVersion":"v1"', 'signed_other_text'],
    ['agreement', 1, '"agreementCommitment":"', '"agreementCommitment":"0', 'signed_other_text'],
    ['personal part', 1, '"commitments":{"personal":"', '"commitments":{"personal":"0', 'disclosure'],
    ['format', 0, '"format":2', '"format":1', 'disclosure'],
  ])('contradicts its event about the %s', (_, index, from, to, problem) => {
    const text = rechained(given, (events) => events.with(index, saying(at(events, index), from, to)));
    expect(problemsOf(text)).toContain(problem);
  });

  it.each<[string, (evidence: Evidence) => object, string]>([
    ['channel', ({ parties: [, party] }) => Object.assign(party, { channel: 'remote' }), 'party'],
    ['role', ({ parties: [party] }) => Object.assign(party, { role: 'recipient' }), 'party'],
    ['name', ({ parties: [party] }) => Object.assign(party, { name: 'Somebody Else' }), 'party'],
    ['language', (copy) => Object.assign(copy, { language: 'en' }), 'signed_other_text'],
    [
      'signature',
      ({ parties: [party] }) => Object.assign(party, { signatureHash: 'f'.repeat(64) }),
      'signature',
    ],
    ['consent', ({ parties: [party] }) => Object.assign(party.consent, { text: 'I agree.' }), 'consent'],
    [
      'consent',
      ({ parties: [party] }) => Object.assign(party.consent, { language: null, text: null }),
      'consent',
    ],
  ])('contradicts its events about the %s', (_, change, problem) =>
    expect(problemsOf(changed(given, change))).toContain(problem),
  );

  it('shows words that differ from the signed ones, for the same parties', () => {
    for (const [word, other] of [
      ['Vereinbarung', 'Verabredung'],
      [/$/, ' '],
    ] as const) {
      const text = changed(given, ({ agreement }) =>
        Object.assign(agreement, { document: agreement.document.replace(word, other) }),
      );
      expect(problemsOf(text)).toEqual(['agreement_hash']);
    }
  });

  it('withholds a disclosure on which the agreement rests, or discloses it without its salt', () => {
    const undisclosed = changed(
      given,
      ({ events }) => delete (events[1] as { disclosed?: object }).disclosed,
    );
    expect(problemsOf(undisclosed)).toEqual(['disclosure']);
    const salt = (text: string) =>
      changed(given, ({ events }) =>
        Object.assign((events[0] as ShownEvent).disclosed ?? {}, { salt: text }),
      );
    for (const wrong of ['', 'x', 'A'.repeat(43), `${'A'.repeat(43)}=`])
      expect(problemsOf(salt(wrong))).toContain('disclosure');
  });

  it('hides the address to which the link was sent, or signs through a replaced link', () => {
    const types = remote.evidence.events.map((event) => (isShown(event) ? event.type : ''));
    const corrected = types.indexOf('Party2AddressCorrected.v1');
    expect(corrected).toBeGreaterThan(0);
    const hidden = changed(remote, ({ events }) => {
      const { revision, content, previousHash, hash } = events[corrected] as ShownEvent;
      Object.assign(events, { [corrected]: { revision, content, previousHash, hash } });
    });
    expect(problemsOf(hidden)).toEqual(['event_missing']);
  });

  it('has another spelling, or a second value for a member', () => {
    const { text } = given;
    for (const spelled of [
      `${text}\n`,
      text.replace('{', '{ '),
      text.replace('"language":', '"language":"en","language":'),
      text.replace('"party":1,', '"party":2,"party":1,'),
      text.replace('"revision":1,', '"revision":1.0,'),
      text.replace('"party":1', '"\\u0070arty":1'),
    ]) {
      expect(spelled).not.toBe(text);
      expect(problemsOf(spelled)).toEqual(['not_canonical']);
    }
  });

  it('is nested so deeply that a recursive reader runs out of stack', () => {
    const deep = `"personal":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)},"agreementHash"`;
    const text = given.text.replace('"personal":{"agreementHash"', deep);
    expect(text.length).toBeGreaterThan(200_000);
    expect(problemsOf(text)).toEqual(['unreadable']);
  });

  it('withholds an event behind the real content of another event', () => {
    const { events, stream } = given.evidence;
    const [link, next] = [events[4] as WithheldEvent, events[5] as WithheldEvent];
    for (const { content } of events.slice(0, 4).concat(next) as ShownEvent[]) {
      const taken = { ...link, content };
      const as = (event: object): string =>
        changed(given, (copy) =>
          Object.assign(copy, { events: copy.events.with(4, event as WithheldEvent) }),
        );
      expect(problemsOf(as(taken))).toEqual(['event_hash']);
      expect(problemsOf(as({ ...taken, hash: evidenceEventHash(stream, taken) }))).toEqual(['event_link']);
    }
  });

  it('states no fate of an invitation, or one that there is not', async () => {
    const withFate = (fate: 'accepted' | 'unknown') =>
      evidenceOf(bench, { remote: true }, 7, (events) => {
        const open = { invitation: 1, messageId: 'invitation-1', fate };
        const invited = events.findIndex(({ type }) => type === 'Party2Invited');
        return events.toSpliced(invited + 1, 0, { type: 'InvitationSent', open });
      });
    const [accepted, unknown] = [await withFate('accepted'), await withFate('unknown')];
    for (const { text } of [accepted, unknown]) expect(problemsOf(text)).toEqual([]);
    const at = unknown.evidence.events.findIndex(
      (event) => (event as ShownEvent).type === 'InvitationSent.v2',
    );
    const forged = (from: string, to: string): string =>
      rechained(unknown, (events) => events.with(at, saying(events[at] as EvidenceEvent, from, to)));
    expect(problemsOf(forged('"fate":"unknown"', '"fate":"accepted"'))).toEqual([]);
    expect(problemsOf(forged('"fate":"unknown"', '"fate":"refused"'))).toEqual(['unreadable']);
    expect(problemsOf(forged(',"fate":"unknown"', ''))).toEqual(['unreadable']);
  });

  it('shows an event that must be withheld', () => {
    const paid = rechained(given, (events) => {
      const completed = events[3] as ShownEvent;
      return events.with(4, { ...completed, type: 'PaymentSucceeded.v1' });
    });
    expect(problemsOf(paid)).toContain('unreadable');
  });
});
