import { ACCEPTS_NOTHING } from '../../eventsourcing/trust/closed-streams.js';
import { Authenticator } from '../../eventsourcing/trust/authenticate.js';
import { TEST_KEYS } from '../../eventsourcing/trust/testing/test-trust.js';
import { OperatorError } from '../../platform/errors/operator-error.js';
import type { RepairPlan } from './plan-repair.js';
import type { Intent } from './repair-journal.js';
import type { StreamRestored } from './repair-records.js';
import { type RepairChoice, type RepairParts, StreamRepair } from './repair-stream.js';
import { type GivenEvent, leafOf, STREAM, stored, withoutMac, written } from './testing/given-stream.js';

const all = written(5);
const rows = all.map((event) => stored(event));
const unmarked = all.map((event) => stored(withoutMac(event)));
const leaves = all.map((event, place) => leafOf(event, place));
const nothing = { events: [], receipted: new Set<string>() };
const NO_INTENT: Intent = {
  stream: STREAM,
  reason: 'a test',
  removed: [],
  putBack: [],
  chosen: null,
  givenUp: [],
  ended: null,
};

describe('a repair', () => {
  let done: string[];
  beforeEach(() => {
    done = [];
  });

  /** Repairs a stream that lost its event 2, by ending it. That takes out events of the service. */
  async function ending(
    changes: Partial<RepairParts>,
    choice: RepairChoice = { end: true, branch: undefined },
  ): Promise<void> {
    const parts: RepairParts = {
      log: { readStream: async () => rows.filter(({ revision }) => revision !== 2) },
      authenticator: new Authenticator(TEST_KEYS),
      keys: TEST_KEYS,
      accepts: ACCEPTS_NOTHING,
      trust: { keys: TEST_KEYS },
      leaves: { of: async () => leaves, elsewhere: async () => new Map(), isTreeWhole: async () => true },
      store: {
        canRewrite: true,
        place: async (_, plan: RepairPlan) => ({
          plan,
          outOfOrder: [],
          removed: plan.removed.map(({ event }) => event),
          put: [],
          madeRoom: [],
          elsewhere: [],
        }),
        apply: async () => void done.push('applied'),
      },
      records: {
        past: async () => ({ chosen: new Map(), ended: undefined }),
        restored: async () => undefined,
        ended: async () => undefined,
      },
      journal: {
        unfinished: async () => [],
        begin: async (intent: unknown) => {
          done.push('saved');
          return { path: '', intent };
        },
        finish: async () => undefined,
      } as unknown as RepairParts['journal'],
      clock: { now: () => new Date('2026-11-12T10:00:00.000Z') },
      requireNoBackend: async () => void done.push('no backend'),
      requireOnly: async () => void done.push('only one'),
      ...changes,
    };
    const repair = new StreamRepair(parts);
    await repair.repair(await repair.look(STREAM, nothing, choice), nothing, choice, 'a test');
  }

  it('looks right before it changes anything whether a backend serves, and whether it is the only repair', async () => {
    await ending({});
    expect(done).toEqual(['no backend', 'saved', 'only one', 'no backend', 'applied']);
  });

  it('changes nothing if a backend began to serve, or the lock was lost, since the repair began', async () => {
    let looks = 0;
    const requireNoBackend = async (): Promise<void> => {
      looks += 1;
      if (looks === 2) throw new OperatorError('a backend serves');
    };
    await expect(ending({ requireNoBackend })).rejects.toThrow('a backend serves');
    const requireOnly = () => Promise.reject(new OperatorError('the lock is lost'));
    await expect(ending({ requireOnly })).rejects.toThrow('the lock is lost');
    expect(done).not.toContain('applied');
  });

  it.each([
    [
      'adopted',
      {
        log: { readStream: async () => unmarked.filter(({ revision }) => revision !== 2) },
        authenticator: new Authenticator(TEST_KEYS, { hashesOf: async () => all.map(({ hash }) => hash) }),
      },
    ],
    [
      'known by a leaf alone',
      { log: { readStream: async () => unmarked.filter(({ revision }) => revision !== 2) } },
    ],
  ])('lets no backend serve while it takes out an event that is %s', async (_, changes) => {
    await ending(changes);
    expect(done).toEqual(['no backend', 'saved', 'only one', 'no backend', 'applied']);
  });

  it('gives up only the events that gave way to the branch that counts, if a killed run chose another one', async () => {
    const [older, newer] = [
      all[4] as GivenEvent,
      written(1, { after: all[3], branch: 'b' })[0] as GivenEvent,
    ];
    const placeOf = ({ revision, hash }: GivenEvent) => ({ revision, hash });
    const killed = {
      path: '',
      intent: { ...NO_INTENT, chosen: placeOf(older), givenUp: [placeOf(newer)] },
    };
    const found = [...rows.slice(0, 4), stored(newer)];
    const recorded: StreamRestored[] = [];
    await ending(
      {
        log: { readStream: async () => found },
        leaves: {
          of: async () => [...leaves, leafOf(newer, 9)],
          elsewhere: async () => new Map(),
          isTreeWhole: async () => true,
        },
        records: {
          past: async () => ({ chosen: new Map(), ended: undefined }),
          restored: async (record) => void recorded.push(record),
          ended: async () => undefined,
        },
        journal: {
          unfinished: async () => [killed],
          begin: async (intent: Intent) => ({ path: '', intent }),
        } as unknown as RepairParts['journal'],
      },
      { end: false, branch: newer.hash },
    );
    expect(recorded).toMatchObject([{ chosen: placeOf(newer), givenUp: [placeOf(older)] }]);
  });
});
