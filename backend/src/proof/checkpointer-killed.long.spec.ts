import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseMetadata } from '../eventsourcing/journal/event-encoding.js';
import { type Child, runTypeScript } from '../platform/testing/typescript-child.js';
import { leavesFrom } from './leaves.js';
import { checkpointsAfter } from './signed-checkpoints.js';
import { CheckpointedLog } from '../../testing/log/checkpointed-log.js';

/**
 * `words` lists the messages that the leader sends before the test kills it. If `goesOn` is true, the leader
 * continues its work between the last message and the kill.
 */
const MOMENTS: readonly [when: string, words: readonly string[], goesOn: boolean][] = [
  ['before it writes leaves', ['leaves'], false],
  ['while it writes leaves', ['leaves'], true],
  ['between leaf and head', ['leaves', 'written'], false],
  ['when a head is written and not committed', ['leaves', 'written', 'head'], false],
  ['while it commits a head', ['leaves', 'written', 'head'], true],
];

describe('two checkpointers, each in a process of its own', () => {
  let met: CheckpointedLog;
  const children: Child[] = [];
  let start: () => Child;

  beforeEach(async () => {
    met = await CheckpointedLog.open();
    await met.stopCheckpointer();
    const key = randomBytes(32).toString('hex');
    start = () => {
      const child = runTypeScript(join(__dirname, '../../testing/log/checkpointing.main.ts'), met.url, key);
      children.push(child);
      return child;
    };
  });
  afterEach(async () => {
    await Promise.all(children.splice(0).map((child) => child.kill('SIGKILL')));
    await met.stop();
  });

  /** Checks that no leaf is lost, repeated or misplaced, and that all signatures are valid. */
  async function expectWhole(events: number): Promise<void> {
    const hashes = (await met.rows()).map((event) => parseMetadata(event).hash);
    const leaves = await leavesFrom(met.pool, 0, 100);
    expect(leaves.map(({ place, eventHash }) => [place, eventHash])).toEqual([...hashes.entries()]);
    expect(await met.verify()).toMatchObject({ events, firstBroken: null });
    expect((await checkpointsAfter(met.pool, -1, 100)).at(-1)?.size).toBe(events);
  }

  it.each(MOMENTS)(
    'neither lose nor repeat anything if one of them is killed %s',
    async (_when, words, goesOn) => {
      for (let n = 0; n < 2; n += 1) await met.bench.nda();
      const both = [start(), start()];
      const begun = both.map((child) => child.untilLine('leaves').then(() => child));
      const leader = await Promise.race(begun);
      for (const word of words.slice(1)) {
        leader.write('go');
        await leader.untilLine(word);
      }
      if (goesOn) leader.write('go');
      await leader.kill('SIGKILL');

      await met.bench.nda();
      const other = await (both[0] === leader ? begun[1] : begun[0]);
      other?.write('free');
      await other?.untilLine('signed 3');
      await expectWhole(3);

      const again = start();
      again.write('free');
      await met.bench.nda();
      await other?.kill('SIGKILL');
      await met.bench.nda();
      await again.untilLine('signed 5');
      await expectWhole(5);
    },
  );
});
