import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import { createCommandRunner } from '../eventsourcing/commands/create-command-runner.js';
import { rebuildProjection } from '../eventsourcing/projections/rebuild.js';
import type { NdaCommand } from '../nda/nda.commands.js';
import { alterEvent } from '../../testing/faults/altered-event.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { ndaStream } from '../nda/nda.events.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { TOKEN } from '../nda/testing/samples.js';
import { ClocksDisagree } from '../platform/time/clock-comparison.js';
import { silentLogger } from '../platform/logging/logger.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { Unavailable } from '../platform/errors/unavailable.js';
import { ReportKeeper } from '../closed-streams/report-keeper.js';
import { MAIL } from '../trust-stream/testing/samples.js';
import { recordsStream } from '../trust-stream/trust.events.js';
import { agreementProjection } from '../agreements/agreement.projection.js';
import { remindAndExpire } from './remind-and-expire.js';

const command = oneOfEachCommand;
const PAID: readonly NdaCommand[] = [
  { ...command.SignAsParty1, mode: 'remote', party1PaysForBoth: true },
  command.ApplyVoucher,
];
const INVITED: readonly NdaCommand[] = [...PAID, command.InviteParty2];
const SENT: readonly NdaCommand[] = [...INVITED, { ...command.RecordInvitationSent, tokenHash: TOKEN }];
const SIGNED_BY_LINK: NdaCommand = {
  ...command.SignAsParty2,
  channel: { kind: 'remote', tokenHash: TOKEN },
};
const CLOCK_EVENTS = ['ReminderSent', 'InvitationExpired'];

describe('reminders and expiry of invitations by the clock', () => {
  let bench: TestInfrastructure;
  /** Time, in milliseconds, at which `nda` created the latest NDA. */
  let began = 0;
  beforeAll(async () => {
    bench = await openTestInfrastructure();
  });
  afterAll(() => bench.stop());

  const at = (days: number): void => bench.clock.advance(began + days * DAY_MS - bench.clock.now().getTime());
  /** Advances the clock by 30 days, so that nothing else is due, and creates an NDA with these commands. */
  async function nda(...commands: readonly NdaCommand[]): Promise<string> {
    bench.clock.advance(30 * DAY_MS);
    await tick();
    began = bench.clock.now().getTime();
    return bench.nda(...commands);
  }
  const backend = (): CommandRunner => createCommandRunner({ journal: bench.infrastructure.journal });
  const round = (
    commands: Pick<CommandRunner, 'run' | 'state'> = bench.infrastructure.commands,
    logged: object[] = [],
  ) =>
    remindAndExpire({
      pool: bench.infrastructure.pool,
      commands,
      clock: bench.clock,
      logger: { ...silentLogger, error: (details) => void logged.push(details) },
    }).run(new AbortController().signal);
  const project = () => rebuildProjection({ ...bench.infrastructure, projection: agreementProjection });
  async function tick(): Promise<void> {
    await project();
    await round();
  }
  /**
   * Returns the reminders and the expiry that the service itself caused, each with the number of days since
   * `from`.
   */
  async function done(ndaId: string, from = began): Promise<string[]> {
    const { events } = await bench.infrastructure.commands.state(ndaDecider, ndaId);
    return events
      .filter(({ type, actor }) => CLOCK_EVENTS.includes(type) && actor === 'system')
      .map((event) => {
        const what = event.type === 'ReminderSent' ? event.open.kind : 'expired';
        return `${what} on ${(Date.parse(event.at) - from) / DAY_MS}`;
      });
  }
  /**
   * Runs the scheduled work twice a day.
   * @param meanwhile actions to run before the first tick of a day, by day
   */
  async function days(from: number, to: number, meanwhile: Record<number, () => Promise<void>> = {}) {
    for (let day = from; day <= to; day += 0.5) {
      at(day);
      await meanwhile[day]?.();
      await tick();
    }
  }
  const rowOf = async (ndaId: string): Promise<{ due_at: Date | null }> => {
    const { rows } = await bench.infrastructure.pool.query<{ due_at: Date | null }>(
      'SELECT due_at FROM ndas WHERE id = $1',
      [ndaId],
    );
    if (rows[0] === undefined) throw new Error('no such row');
    return rows[0];
  };

  describe('over two weeks', () => {
    type Name = 'usual' | 'declined' | 'waiting' | 'late' | 'unsent';
    let ids: Readonly<Record<Name, string>>;
    let doneOf: (name: Name) => Promise<string[]>;
    beforeAll(async () => {
      ids = {
        usual: await nda(...SENT),
        declined: await bench.nda(...SENT),
        waiting: await bench.nda(...SENT),
        late: await bench.nda(...INVITED),
        unsent: await bench.nda(...INVITED),
      };
      const from = began;
      await days(0, 15, {
        2: async () => {
          await bench.run(ids.declined, command.DeclineReminders);
          await bench.run(ids.late, { ...command.RecordInvitationSent, tokenHash: TOKEN });
        },
        2.5: () => bench.run(ids.waiting, command.RecordNoticeSent),
      });
      doneOf = (name) => done(ids[name], from);
    });

    it('sends reminders on days one, three and six and ends the invitation on the seventh, each once', async () => {
      expect(await doneOf('usual')).toEqual(['day1 on 1', 'day3 on 3', 'day6 on 6', 'expired on 7']);
      expect(await rowOf(ids.usual)).toEqual({ due_at: null });
    });

    it('sends no reminder once reminders are declined', async () => {
      expect(await doneOf('declined')).toEqual(['day1 on 1', 'expired on 7']);
    });

    it("leaves a day's pause after a reminder whose mail was sent late", async () => {
      expect(await doneOf('waiting')).toEqual(['day1 on 1', 'day3 on 3.5', 'day6 on 6', 'expired on 7']);
    });

    it('counts from the time when the mail server accepted the invitation, for which it waits two weeks', async () => {
      expect(await doneOf('late')).toEqual(['day1 on 3', 'day3 on 5', 'day6 on 8', 'expired on 9']);
      expect(await doneOf('unsent')).toEqual(['expired on 14']);
    });
  });

  it.each<[string, NdaCommand]>([
    ['a signature', SIGNED_BY_LINK],
    ['a cancellation', command.CancelInvitation],
    ['an erasure', command.EraseNda],
  ])('does nothing after %s', async (_, end) => {
    const ndaId = await nda(...SENT, end);
    for (const day of [1, 3, 6, 7, 14]) {
      at(day);
      await tick();
    }
    expect(await done(ndaId)).toEqual([]);
  });

  it('sends one reminder if the clock jumps ahead, none twice if it jumps back, and continues on time', async () => {
    const ndaId = await nda(...SENT);
    at(3.5);
    await tick();
    at(3.5 - 2 / 24);
    await tick();
    await bench.run(ndaId, command.OpenInvitation);
    at(3.5);
    await tick();
    expect(await done(ndaId)).toEqual(['day3 on 3.5']);
    await days(4, 7);
    expect(await done(ndaId)).toEqual(['day3 on 3.5', 'day6 on 6', 'expired on 7']);
    const { events } = await bench.infrastructure.commands.state(ndaDecider, ndaId);
    const times = events.map((event) => event.at);
    expect(times).toEqual(times.toSorted());
  });

  it('does not end an invitation early if the clock jumps ten days while the mail is still owed', async () => {
    const unsent = await nda(...INVITED);
    const sent = await bench.nda(...SENT);
    at(10);
    await tick();
    expect(await done(unsent)).toEqual([]);
    expect(await done(sent)).toEqual(['expired on 10']);
    at(10 - 2 / 24);
    await tick();
    expect(await done(sent)).toEqual(['expired on 10']);
    await bench.run(unsent, { ...command.RecordInvitationSent, tokenHash: TOKEN });
    await days(10, 11);
    expect((await done(unsent)).map((what) => what.split(' ')[0])).toEqual(['day1']);
  });

  it('does each act once, even with two backends at the same time and after a lost answer', async () => {
    const ndaId = await nda(...SENT);
    for (const day of [1, 3, 7]) {
      at(day);
      await project();
      await Promise.all([round(backend()), round(backend()), round(backend())]);
    }
    expect(await done(ndaId)).toEqual(['day1 on 1', 'day3 on 3', 'expired on 7']);
    const other = await nda(...SENT);
    at(1);
    await project();
    const { commands } = bench.infrastructure;
    const cut: CommandRunner['run'] = async (...given) => {
      await commands.run(...given);
      throw new Unavailable('away');
    };
    await expect(round({ state: commands.state.bind(commands), run: cut })).rejects.toThrow('away');
    await tick();
    expect(await done(other)).toEqual(['day1 on 1']);
  });

  it.each<[string, number, NdaCommand, readonly string[]]>([
    ['a signature', 7, SIGNED_BY_LINK, ['Party2Signed', 'InvitationExpired']],
    ['a cancellation', 7, command.CancelInvitation, ['InvitationCancelled', 'InvitationExpired']],
    ['a decline', 1, command.DeclineReminders, ['RemindersDeclined']],
  ])('lets exactly one act win if it coincides with %s', async (_, day, rival, winners) => {
    const ndaId = await nda(...SENT);
    at(day);
    await project();
    const context = { ...bench.context(), at: new Date(began + day * DAY_MS - 1).toISOString() };
    const rivalling = backend()
      .run(ndaDecider, ndaId, rival, context)
      .catch((error: unknown) => {
        if (!(error instanceof RuleBroken)) throw error;
      });
    await Promise.all([rivalling, round(backend())]);
    await tick();
    const types = await bench.types(ndaId);
    expect(types.filter((type) => winners.includes(type))).toHaveLength(1);
    // The decline succeeds even if a reminder was sent first. No event follows the decline.
    if (types.includes('RemindersDeclined'))
      expect(types.slice(types.indexOf('RemindersDeclined') + 1)).toEqual([]);
  });

  it("changes a row's due time if no event does so", async () => {
    const ndaId = await nda(...SENT);
    at(1);
    await tick();
    expect((await rowOf(ndaId)).due_at).toEqual(new Date(began + DAY_MS));
    await round();
    expect((await rowOf(ndaId)).due_at).toEqual(new Date(began + 3 * DAY_MS));
    expect(await done(ndaId)).toEqual(['day1 on 1']);
  });

  it('postpones unreadable NDAs for an hour, and logs them in one line', async () => {
    const broken = await nda(...SENT);
    const whole = await bench.nda(...SENT);
    at(1);
    await project();
    const { commands } = bench.infrastructure;
    const state: CommandRunner['state'] = (model, id, to) =>
      id === broken ? Promise.reject(new TypeError('unreadable')) : commands.state(model, id, to);
    const logged: object[] = [];
    await round({ run: commands.run.bind(commands), state }, logged);
    expect(logged).toEqual([expect.objectContaining({ passedOver: 1, ids: [broken], error: 'TypeError' })]);
    expect(await done(whole)).toEqual(['day1 on 1']);
    expect((await rowOf(broken)).due_at).toEqual(new Date(began + DAY_MS + HOUR_MS));
  });

  it('postpones a closed NDA for a day without a log line, until its row is made again', async () => {
    const closed = await nda(...SENT);
    at(1);
    await project();
    const { commands, pool } = bench.infrastructure;
    const { putBack } = await alterEvent(pool, ndaStream(closed), 1);
    const logged: object[] = [];
    await round(commands, logged);
    expect([logged, (await rowOf(closed)).due_at]).toEqual([[], new Date(began + 2 * DAY_MS)]);
    await putBack();
    await project();
    await round();
    expect(await done(closed)).toEqual(['day1 on 1']);
  });

  it('postpones an NDA for an hour while the records about it are closed', async () => {
    const ndaId = await nda(...SENT);
    const [stream, { clock, infrastructure }] = [ndaStream(ndaId), bench];
    const keeper = new ReportKeeper({ ...infrastructure, clock, logger: silentLogger });
    await keeper.keep(stream, MAIL, ['one']);
    at(1);
    await project();
    await infrastructure.records.read();
    const { putBack } = await alterEvent(infrastructure.pool, recordsStream(stream), 0);
    await infrastructure.log.load(recordsStream(stream));
    const logged: object[] = [];
    await round(infrastructure.commands, logged);
    expect([logged, (await rowOf(ndaId)).due_at]).toEqual([[], new Date(began + DAY_MS + HOUR_MS)]);
    await putBack();
    await infrastructure.log.load(recordsStream(stream));
    await infrastructure.records.settled();
    at(1 + 1 / 24);
    await round();
    expect(await done(ndaId)).toEqual([`day1 on ${1 + 1 / 24}`]);
  });

  it('leaves the row to the event if somebody else acts after it was read and before the act', async () => {
    const ndaId = await nda(...SENT);
    at(1);
    await project();
    const { commands } = bench.infrastructure;
    const state: CommandRunner['state'] = async (model, id, to) => {
      const loaded = await commands.state(model, id, to);
      await bench.run(id, command.CancelInvitation);
      return loaded;
    };
    const logged: object[] = [];
    await round({ run: commands.run.bind(commands), state }, logged);
    expect(logged).toEqual([]);
    expect((await rowOf(ndaId)).due_at).toEqual(new Date(began + DAY_MS));
    await tick();
    expect(await rowOf(ndaId)).toEqual({ due_at: null });
    expect(await done(ndaId)).toEqual([]);
  });

  it("does nothing while the backends' clocks disagree", async () => {
    const ndaId = await nda(...SENT);
    at(1);
    await project();
    const assertMayRecord = (): void => {
      throw new ClocksDisagree('The clocks are apart.');
    };
    const { journal } = bench.infrastructure;
    await expect(round(createCommandRunner({ journal, assertMayRecord }))).rejects.toThrow(ClocksDisagree);
    expect(await done(ndaId)).toEqual([]);
    expect((await rowOf(ndaId)).due_at).toEqual(new Date(began + DAY_MS));
  });
});
