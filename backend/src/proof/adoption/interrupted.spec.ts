import { checkpointsAfter } from '../signed-checkpoints.js';
import { Died, DyingPool, type DiesWhen } from '../../platform/postgres/testing/dying-pool.js';
import { LogToAdopt, named, streamOf } from '../testing/log-to-adopt.js';
import { stepUnlessAll } from '../../platform/testing/only-in-all.js';

/** Number of leaves of the tree before the adoption. */
const LEAVES = 5;
/** Each statement is tried in `npm run test:all`, otherwise each third. */
const STEP = stepUnlessAll(3);
const ACCEPTED = named(`${streamOf('c')}@0`, `${streamOf('b')}@4`);

describe('an adoption whose process is killed', () => {
  let log: LogToAdopt;
  /** A log from before APPEND_KEY that lost an event, went on with MACs, and has a forged event. */
  beforeAll(async () => {
    log = await LogToAdopt.open();
    log.append('aabbc', 1);
    await log.adopt();
    log.lose(log.at('c', 0));
    log.append('abdddddddd', 2);
    log.append('aab', 'marked');
    log.append('b', 2);
  });
  afterAll(() => log.stop());

  const reset = async (): Promise<void> => {
    log.statement = undefined;
    await log.pool.query('DELETE FROM log_leaves WHERE place >= $1', [LEAVES]);
    await log.pool.query('DELETE FROM log_nodes');
    await log.pool.query('DELETE FROM log_checkpoints WHERE size > $1', [LEAVES]);
  };
  const outcome = async (): Promise<object> => {
    expect(await log.adopt({ accept: ACCEPTED })).toMatchObject({ adopted: true });
    const { statement } = log;
    const { rows: nodes } = await log.pool.query('SELECT * FROM log_nodes ORDER BY level, place');
    const checkpoints = await checkpointsAfter(log.pool, -1, 100);
    return { statement, nodes, checkpoints, leaves: await log.leaves(), believed: await log.believed() };
  };

  it.each<DiesWhen>(['before', 'after'])('%s any statement ends alike if it is run again', async (when) => {
    await reset();
    const whole = await outcome();
    expect(whole).toMatchObject({ nodes: [{ level: 4 }], believed: { a: 5, b: 5, d: 8 } });
    for (let n = 1; ; n += STEP) {
      await reset();
      const dying = new DyingPool(log.pool, n, when);
      const run = log.adopt({ accept: ACCEPTED }, { pool: dying.asPool() });
      const error: unknown = await run.then(
        () => undefined,
        (failed: unknown) => failed,
      );
      if (error === undefined) {
        expect(n).toBeGreaterThan(20);
        return;
      }
      expect(error).toBeInstanceOf(Died);
      expect(log.statement).toBeUndefined();
      expect({ n, ...(await outcome()) }).toEqual({ n, ...whole });
    }
  });
});
