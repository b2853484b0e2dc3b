import type { NdaEvent } from '../nda/nda.events.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { day, history, on } from '../nda/testing/given.js';
import { inPersonSealed } from '../nda/testing/sample-histories.js';
import * as sample from '../nda/testing/samples.js';
import type { Step } from '../eventsourcing/journal/testing/given-when-then.js';
import { erasedCopy, unreadableCopy } from '../eventsourcing/journal/testing/recorded.js';
import { replayed, sealedHistory } from '../audit/replay/testing/replayed.js';
import { changesText, historyText, replayLine, stateText } from './replay-text.js';

const after = (steps: readonly Step<NdaEvent>[]): string =>
  stateText(history(steps).reduce(ndaDecider.evolve, ndaDecider.initial));

describe('the printed history', () => {
  it('shows time, type, actor and all fields of each event', () => {
    const text = historyText(history([sample.created, on(1, sample.party1Signed())]));
    const [created = '', signed = ''] = text.split('\n\n');
    expect(created.split('\n')[0]).toBe('   0  2026-11-02T10:00:00.000Z  NdaCreated.v1  by system');
    expect(created).toContain('\n        ideaTitle: Solar bicycle\n');
    expect(created).toContain('\n        returnOfMaterials: true\n');
    expect(created).toContain('\n        replaces: null\n');
    expect(signed.split('\n')[0]).toBe(`   1  ${day(1)}  Party1Signed.v1  by system`);
    expect(signed).toContain(`\n        signatureHash: ${sample.SIGNATURE_1}\n`);
    expect(signed).toMatch(/\n {8}command: [0-9a-f-]{36}\n {8}hash: [0-9a-f]{64}$/);
  });

  it("indents the lines of a text, and names an event's origin and cause if there are any", () => {
    const [event] = history([
      { ...sample.created, personal: { ...sample.personal, ideaDescription: 'First.\nSecond.' } } as NdaEvent,
    ]);
    if (event === undefined) throw new Error('no event');
    expect(historyText([event])).toContain('ideaDescription: First.\n          Second.\n');
    expect(historyText([event])).not.toContain('causedBy');
    const told = historyText([
      { ...event, origin: { ip: '203.0.113.9', userAgent: 'Firefox' }, causedBy: 'event-9' },
    ]);
    expect(told).toContain('        from: 203.0.113.9 Firefox\n');
    expect(told).toContain('        causedBy: event-9\n');
  });

  it('says, in place of the personal part, that an event is erased', () => {
    const text = historyText(history([sample.created, sample.erased]).map(erasedCopy<NdaEvent>));
    expect(text).toContain('        personal: erased\n');
    expect(text).not.toContain('Solar bicycle');
    expect(text.match(/personal: erased/g)).toHaveLength(1);
  });

  it('says that a key is missing, instead of calling the event erased', () => {
    const text = historyText(history([sample.created, sample.erased]).map(unreadableCopy<NdaEvent>));
    expect(text).toContain('        personal: key missing\n');
    expect(text).not.toContain('personal: erased');
  });

  it('names an altered part, and shows all other parts', () => {
    const broken = history([sample.created, on(1, sample.party1Signed())]).map((event) =>
      event.revision === 0 ? { ...event, personal: undefined, sealBroken: true } : event,
    );
    const text = historyText(broken);
    expect(text).toContain('        personal: broken\n');
    expect(text).toContain(`signatureHash: ${sample.SIGNATURE_1}`);
  });

  it('marks an event that this version cannot read, or reads but does not understand', () => {
    const [event] = history([sample.created]);
    if (event === undefined) throw new Error('no event');
    const told = (change: object): string | undefined =>
      historyText([{ ...event, ...change, unknown: true }]).split('\n')[0];
    expect(told({ version: 9 })).toBe(
      `   0  ${day(0)}  NdaCreated.v9 (not understood by this version)  by system`,
    );
    expect(told({ version: 0 })).toBe(`   0  ${day(0)}  NdaCreated (not readable)  by system`);
  });

  it('is empty without events', () => expect(historyText([])).toBe(''));
});

describe('the printed state', () => {
  it('shows the facts of a draft', () => {
    expect(after([sample.created])).toBe(
      [
        '',
        'After revision 0:',
        '        status: draft',
        '        mode: not chosen',
        '        payment: none',
        '        due: 199 ct by Party 1, 0 ct by Party 2',
        '        signed: Party 1 not yet, Party 2 not yet',
        `        agreement: ${sample.AGREEMENT_HASH}`,
        '        document: not made yet',
        '        sent: not yet',
      ].join('\n'),
    );
  });

  it('shows the facts of an agreement that was sent', () => {
    const text = after([
      ...inPersonSealed,
      sample.documentSent(1),
      sample.documentSent(2),
      on(1, sample.sent),
    ]);
    expect(text).toContain('status: sent\n');
    expect(text).toContain('mode: in-person\n');
    expect(text).toContain('payment: succeeded\n');
    expect(text).toContain('due: 0 ct by Party 1, 0 ct by Party 2\n');
    expect(text).toContain(`document: ${sample.DOCUMENT_HASH}\n`);
    expect(text).toContain(`sent: ${day(1)}`);
  });

  it("shows each party's share, and says that an NDA is discarded or erased", () => {
    expect(after([sample.created, sample.party1SignedSplit])).toContain(
      'due: 199 ct by Party 1, 199 ct by Party 2',
    );
    expect(after([sample.created, sample.discarded])).toContain('status: draft, discarded');
    expect(after([sample.created, on(2, sample.erased)])).toContain(`status: draft, erased ${day(2)}`);
  });
});

describe('the printed changes', () => {
  const changes = (steps: readonly Step<NdaEvent>[], events = sealedHistory(steps)): string => {
    const { revision, changes: of } = replayed(events);
    return changesText(revision, of);
  };

  it('are the same changes that the audit shows', () => {
    expect(changes([sample.created, on(1, sample.party1Signed())])).toBe(
      [
        '',
        'Changed by revision 1:',
        '        status: draft -> party1_signed',
        '        signatureMode: null -> in-person',
        `        party1SignedAt: null -> ${day(1)}`,
      ].join('\n'),
    );
  });

  it('say that no field of the agreement changed, or that a value cannot be read', () => {
    expect(changes([sample.created, sample.timestamped])).toContain('no field of the agreement');
    const erased = sealedHistory([sample.created]).map(erasedCopy<NdaEvent>);
    expect(changes([], erased)).toContain('        ideaTitle: null -> not readable\n');
  });
});

describe('a replay for programs', () => {
  it('is one line with the events, the state after them and the changes by the last event', () => {
    const events = history([sample.created, on(1, sample.party1Signed())]);
    const state = events.reduce(ndaDecider.evolve, ndaDecider.initial);
    const line = replayLine('1', { events, state, revision: 1, changes: [] });
    expect(line).not.toContain('\n');
    expect(JSON.parse(line)).toMatchObject({
      ndaId: '1',
      events: [
        {
          revision: 0,
          type: 'NdaCreated',
          known: true,
          personal: { ideaTitle: 'Solar bicycle' },
          unreadable: null,
        },
        { revision: 1, type: 'Party1Signed', actor: 'system' },
      ],
      after: { status: 'party1_signed' },
      revision: 1,
      changes: [],
    });
  });

  it('says that an event is erased, and does not show its personal part', () => {
    const events = history([sample.created, sample.erased]).map(erasedCopy<NdaEvent>);
    const state = events.reduce(ndaDecider.evolve, ndaDecider.initial);
    const line = replayLine('1', { events, state, revision: 1, changes: [] });
    expect(line).not.toContain('Solar bicycle');
    expect(JSON.parse(line).events[0]).toMatchObject({ personal: null, unreadable: 'erased' });
  });
});
