import { randomUUID } from 'node:crypto';
import { LEGAL_HOLD_REASON_MAX } from '@siegel/contracts/limits';
import { alterEvent } from '../../testing/faults/altered-event.js';
import { AppendKeptReportsJob } from '../closed-streams/append-kept-reports.js';
import { KEPT_HOLD_REASON } from '../closed-streams/kept-facts.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { ndaStream } from '../nda/nda.events.js';
import { recordsStream } from '../trust-stream/trust.events.js';
import { UsageError, OperatorError } from '../platform/errors/operator-error.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { holdIn } from './commands/hold-nda.command.js';
import { type HoldResult, holdNda } from './hold-nda.js';

const REASON = 'LG Hamburg, 12 O 34/26';

describe('the arguments of nda:hold', () => {
  const id = randomUUID();
  it('are an id in upper or lower case and a reason, whose white space at both ends is removed', () => {
    const hold = { id, command: { type: 'SetLegalHold', reason: REASON }, json: false };
    expect(holdIn([id.toUpperCase(), '--reason', ` ${REASON} `])).toEqual(hold);
    expect(holdIn(['--reason', REASON, id])).toEqual(hold);
  });
  it('need no reason to lift a hold', () => {
    expect(holdIn([id, '--lift'])).toEqual({
      id,
      command: { type: 'LiftLegalHold' },
      json: false,
    });
    const command = { type: 'LiftLegalHold', reason: REASON };
    expect(holdIn([id, '--lift', '--reason', REASON, '--json'])).toEqual({ id, command, json: true });
  });
  it.each([
    [[]],
    [[id]],
    [['--reason', REASON]],
    [['not-an-id', '--reason', REASON]],
    [[id, id, '--lift']],
    [[id, '--reason']],
    [[id, '--reason', ' ']],
    [[id, '--reason', 'two\nlines']],
    [[id, '--reason', 'x'.repeat(LEGAL_HOLD_REASON_MAX + 1)]],
    [[id, '--lift', '--reason', '']],
    [[id, '--unhold']],
  ])('are refused if they are %j', (args) => {
    expect(() => holdIn(args)).toThrow(UsageError);
  });
});

describe('a legal hold', () => {
  let bench: TestInfrastructure;
  beforeAll(async () => {
    bench = await openTestInfrastructure();
  });
  afterAll(() => bench.stop());

  const set = (id: string, reason = REASON) =>
    holdNda(bench.infrastructure, { id, command: { type: 'SetLegalHold', reason } });
  const lift = (id: string) => holdNda(bench.infrastructure, { id, command: { type: 'LiftLegalHold' } });
  const erase = { type: 'EraseNda', reason: 'admin' } as const;

  it('is set once and lifted once, both recorded as done by the admin, and bars an erasure in between', async () => {
    const id = await bench.nda();
    const said = await set(id);
    expect(said).toMatchObject({
      legalHold: true,
      sentence: expect.stringMatching(/has been under legal hold since \S+Z\.$/),
    });
    expect(await set(id)).toEqual(said);
    await expect(bench.run(id, erase)).rejects.toMatchObject({ code: 'legal_hold' });
    expect(await lift(id)).toMatchObject({ since: null, sentence: expect.stringMatching(/is lifted\.$/) });
    expect((await lift(id)).sentence).toMatch(/is not under legal hold\.$/);
    expect(await bench.types(id)).toEqual(['NdaCreated', 'LegalHoldSet', 'LegalHoldLifted']);
    const { events } = await bench.infrastructure.commands.state(ndaDecider, id);
    expect(events[1]).toMatchObject({ actor: 'admin', open: {}, personal: { reason: REASON } });
    await bench.run(id, erase);
  });

  it('of a closed agreement is kept, bars an erasure at once after the repair, and is recorded then', async () => {
    const { pool } = bench.infrastructure;
    const id = await bench.nda();
    const altered = await alterEvent(pool, ndaStream(id), 0);
    const said = await set(id);
    expect(said).toMatchObject({
      legalHold: true,
      sentence: expect.stringMatching(/Its stream is closed.*siegel log:repair nda-.*the reason is not kept/),
    });
    expect((await set(id)).legalHold).toBe(true);
    await expect(bench.run(id, erase)).rejects.toThrow('is closed from event 0 on');
    await altered.putBack();
    await expect(bench.run(id, erase)).rejects.toMatchObject({ code: 'legal_hold' });
    const { events } = await bench.infrastructure.commands.state(ndaDecider, id);
    expect(events[1]).toMatchObject({
      type: 'LegalHoldSet',
      actor: 'admin',
      personal: { reason: KEPT_HOLD_REASON },
    });
    expect((await lift(id)).sentence).toMatch(/is lifted\.$/);
    await bench.run(id, erase);
    expect(await bench.types(id)).toEqual(['NdaCreated', 'LegalHoldSet', 'LegalHoldLifted', 'NdaErased']);
  });

  it('that was lifted again while the agreement was closed bars nothing after the repair', async () => {
    const id = await bench.nda({ type: 'SetLegalHold', reason: REASON });
    const altered = await alterEvent(bench.infrastructure.pool, ndaStream(id), 1);
    expect((await lift(id)).sentence).toMatch(/is lifted\. Its stream is closed/);
    await altered.putBack();
    await bench.run(id, erase);
    expect(await bench.types(id)).toEqual(['NdaCreated', 'LegalHoldSet', 'LegalHoldLifted', 'NdaErased']);
  });

  describe('of an agreement that is closed a second time', () => {
    /** The job that appends kept reports. */
    const append = (id: string) =>
      new AppendKeptReportsJob({
        ...bench.infrastructure,
        payment: () => Promise.reject(new Error('not reached')),
        mail: () => Promise.reject(new Error('not reached')),
      }).run({ stream: ndaStream(id) });
    const whileClosed = async (id: string, act: (id: string) => Promise<HoldResult>): Promise<HoldResult> => {
      const altered = await alterEvent(bench.infrastructure.pool, ndaStream(id), 0);
      const said = await act(id);
      await altered.putBack();
      return said;
    };

    it('is kept again after the first one was recorded and lifted', async () => {
      const id = await bench.nda();
      await whileClosed(id, set);
      await append(id);
      await lift(id);
      await whileClosed(id, set);
      await expect(bench.run(id, erase)).rejects.toMatchObject({ code: 'legal_hold' });
      const types = ['NdaCreated', 'LegalHoldSet', 'LegalHoldLifted', 'LegalHoldSet'];
      expect(await bench.types(id)).toEqual(types);
    });

    it('is the newest word, even if an older one still waits when the agreement is open', async () => {
      const id = await bench.nda({ type: 'SetLegalHold', reason: REASON });
      await whileClosed(id, lift);
      await set(id);
      await append(id);
      await expect(bench.run(id, erase)).rejects.toMatchObject({ code: 'legal_hold' });
      await whileClosed(id, lift);
      expect((await lift(id)).sentence).toMatch(/is not under legal hold/);
      await whileClosed(id, set);
      await lift(id);
      await append(id);
      await bench.run(id, erase);
    });

    it('is refused while the records about the agreement are closed, and names them', async () => {
      const id = await bench.nda();
      await whileClosed(id, set);
      const records = recordsStream(ndaStream(id));
      const altered = await alterEvent(bench.infrastructure.pool, records, 0);
      await expect(set(id)).rejects.toThrow(`siegel log:repair ${records}`);
      await altered.putBack();
      // The records count as closed until this process has loaded them again.
      await bench.infrastructure.log.load(records);
      await bench.infrastructure.records.settled();
      expect((await lift(id)).sentence).toMatch(/is lifted\.$/);
    });
  });

  it('keeps its first reason', async () => {
    const id = await bench.nda();
    await set(id);
    await expect(set(id, 'Another')).rejects.toThrow(
      /under legal hold since \S+ for a different reason.*lift that hold first/,
    );
    await expect(set(id, 'Another')).rejects.toThrow(OperatorError);
    expect(await bench.types(id)).toEqual(['NdaCreated', 'LegalHoldSet']);
  });

  it('needs an NDA that exists and is not erased', async () => {
    const erased = await bench.nda();
    await bench.run(erased, erase);
    for (const act of [set, lift]) {
      await expect(act(randomUUID())).rejects.toThrow(/^There is no NDA/);
      await expect(act(erased)).rejects.toThrow(/is erased: there is nothing left to hold/);
    }
  });

  it('and an erasure at the same moment exclude each other', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => bench.nda()));
    await Promise.allSettled(ids.flatMap((id) => [set(id), bench.run(id, erase)]));
    for (const id of ids) expect((await bench.types(id)).slice(1)).toHaveLength(1);
  });
});
