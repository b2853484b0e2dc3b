import { Authenticator } from '../../eventsourcing/trust/authenticate.js';
import { TEST_KEYS } from '../../eventsourcing/trust/testing/test-trust.js';
import { OperatorError } from '../../platform/errors/operator-error.js';
import type { RepairPlan } from './plan-repair.js';
import { type RepairParts, StreamRepair } from './repair-stream.js';
import { leafOf, STREAM, stored, written } from './testing/given-stream.js';

const all = written(5);
const rows = all.map((event) => stored(event));
const leaves = all.map((event, place) => leafOf(event, place));
const nothing = { events: [], receipted: new Set<string>() };

describe('a repair', () => {
  let done: string[];
  beforeEach(() => {
    done = [];
  });

  /** Repairs a stream that lost its event 2, by ending it. That takes out events of the service. */
  async function ending(changes: Partial<RepairParts>): Promise<void> {
    const parts: RepairParts = {
      log: { readStream: async () => rows.filter(({ revision }) => revision !== 2) },
      authenticator: new Authenticator(TEST_KEYS),
      keys: TEST_KEYS,
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
    const choice = { end: true, branch: undefined };
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
});
