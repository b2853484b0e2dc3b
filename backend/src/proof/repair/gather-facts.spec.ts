import { ACCEPTS_NOTHING } from '../../eventsourcing/trust/closed-streams.js';
import { Authenticator } from '../../eventsourcing/trust/authenticate.js';
import { TEST_KEYS } from '../../eventsourcing/trust/testing/test-trust.js';
import type { UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import { type FactParts, gatherFacts } from './gather-facts.js';
import type { KnownLeaf } from './stream-facts.js';
import { type GivenEvent, leafOf, STREAM, stored, withoutMac, written } from './testing/given-stream.js';

const events = written(3);
const rows = events.map((event) => stored(event));

const gathered = (
  found: readonly UntrustedEvent[],
  leaves: readonly KnownLeaf[] = [],
  keys: FactParts['keys'] = TEST_KEYS,
  isTreeWhole: FactParts['leaves']['isTreeWhole'] = async () => true,
  accepts: FactParts['accepts'] = ACCEPTS_NOTHING,
) =>
  gatherFacts(
    {
      log: { readStream: async () => [...found] },
      authenticator: new Authenticator(TEST_KEYS),
      keys,
      accepts,
      leaves: { of: async () => leaves, elsewhere: async () => new Map(), isTreeWhole },
    },
    STREAM,
    { events: [], receipted: new Set() },
  );

describe('the facts about a stream', () => {
  it('have the hash that a row names, and no other text in its place', async () => {
    const metadata = Buffer.from(JSON.stringify({ core: '', previousHash: '', hash: 'Erika Mustermann' }));
    const facts = await gathered([...rows.slice(0, 2), { ...(rows[2] as UntrustedEvent), metadata }]);
    expect(facts.rows.map(({ claimedHash }) => claimedHash)).toEqual([
      events[0]?.hash,
      events[1]?.hash,
      undefined,
    ]);
  });

  it('are gathered although a leaf names a revision that no stream has', async () => {
    const leaf = {
      revision: 2_147_483_647,
      hash: 'ab'.repeat(32),
      place: 7,
      isProven: false,
      isNamed: false,
    };
    expect((await gathered(rows, [leaf])).traces).toHaveLength(3);
  });

  it('have no proven leaf of a loss that the operator accepted, unless the event is stored all the same', async () => {
    const leaves = events.map((event, place) => leafOf(event, place));
    const accepts: FactParts['accepts'] = (stream, revision, kind, hash) =>
      stream === STREAM && revision === 2 && kind === 'missing' && hash === events[2]?.hash;
    const of = async (found: readonly UntrustedEvent[]) =>
      (await gathered(found, leaves, TEST_KEYS, undefined, accepts)).leaves.flatMap(
        ({ revision, isProven }) => (isProven ? [revision] : []),
      );
    expect(await of(rows.slice(0, 2))).toEqual([0, 1]);
    expect(await of(rows)).toEqual([0, 1, 2]);
    expect(await of(rows.slice(0, 1))).toEqual([0, 1]);
  });

  it('ask for the whole tree only if nothing vouches for a whole event', async () => {
    const asked: string[][] = [];
    const isWhole = async (found: readonly UntrustedEvent[]) =>
      (
        await gathered(found, [], TEST_KEYS, async (hashes) => {
          asked.push([...hashes]);
          return false;
        })
      ).isTreeWhole;
    expect(await isWhole(rows)).toBe(true);
    expect(await isWhole([...rows.slice(0, 2), stored(withoutMac(events[2] as GivenEvent))])).toBe(false);
    expect(asked).toEqual([[events[2]?.hash]]);
  });

  it('cost a bounded number of MACs for each row of others, however many there are', async () => {
    let macs = 0;
    const keys = {
      markOf: TEST_KEYS.markOf.bind(TEST_KEYS),
      hasMade: (...asked: Parameters<typeof TEST_KEYS.hasMade>) => {
        macs += 1;
        return TEST_KEYS.hasMade(...asked);
      },
    };
    const [pattern] = rows.slice(2) as [UntrustedEvent];
    const [other] = written(1, { branch: 'x' });
    const many = Array.from({ length: 400 }, (_, n) => ({ ...pattern, ...other, revision: 1000 + n }));
    const facts = await gathered([...rows, ...many.map((row) => ({ ...row, stream: STREAM }))], [], keys);
    expect(facts.rows).toHaveLength(403);
    expect(macs).toBeLessThan(403 * 60);
  });

  it('find the place of an event that was moved', async () => {
    const moved = [rows[0], { ...(rows[2] as UntrustedEvent), revision: 1 }] as UntrustedEvent[];
    expect((await gathered(moved)).traces.map(({ revision }) => revision)).toEqual([0, 2]);
  });
});
