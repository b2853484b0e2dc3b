import { randomUUID } from 'node:crypto';
import { readCheckpoints } from '../subscriptions/checkpoints.js';
import { join } from 'node:path';
import { type Child, runTypeScript } from '../../platform/testing/typescript-child.js';
import { added, appendTo, counters, opened } from './testing/counters.js';
import { until } from '../../platform/testing/until.js';
import {
  counterRow,
  createInfrastructure,
  type Infrastructure,
  startBackend,
  type TestBackend,
} from './testing/harness.js';
import { scaledTimeout } from '../../platform/testing/scaled-timeout.js';

describe('a leader that runs in a process of its own', () => {
  let infrastructure: Infrastructure;
  let leader: Child;
  let backend: TestBackend;

  beforeEach(async () => {
    infrastructure = await createInfrastructure();
    leader = runTypeScript(join(__dirname, 'testing/leader.main.ts'), infrastructure.database.url);
  });

  afterEach(async () => {
    await leader.kill('SIGKILL');
    await backend.stop();
    await infrastructure.drop();
  });

  it('commits nothing after it was suspended for 10 s', async () => {
    const id = randomUUID();
    await appendTo(infrastructure.store, id, -1, opened('one'), added(1));
    await leader.untilLine('committing');
    leader.write('go');
    await leader.untilLine('moved 1');
    expect(await counterRow(infrastructure.pool, id)).toEqual({ revision: 1, total: 1000 });

    await appendTo(infrastructure.store, id, 1, added(1));
    await leader.untilLine('committing');
    leader.process.kill('SIGSTOP');
    const stoppedAt = Date.now();
    backend = await startBackend(infrastructure, counters(1, 1));
    await until(async () => (await counterRow(infrastructure.pool, id))?.revision === 2, 5000);
    // Allowed: the leader stays suspended for longer than its lease, by the database's clock.
    await until(() => Date.now() - stoppedAt > 10_000);
    const before = (await readCheckpoints(infrastructure.pool))[0];

    leader.write('go');
    leader.process.kill('SIGCONT');
    await leader.untilLine('moved 0');
    expect(await counterRow(infrastructure.pool, id)).toEqual({ revision: 2, total: 1001 });
    expect((await readCheckpoints(infrastructure.pool))[0]).toEqual(before);
    expect(backend.runner.status().leading).toBe(true);
  });

  it('is replaced within 5 s if it is killed', async () => {
    const id = randomUUID();
    backend = await startBackend(infrastructure);
    await backend.runner.stop();
    await appendTo(infrastructure.store, id, -1, opened('one'));
    await leader.untilLine('committing');
    await leader.kill('SIGKILL');
    const killedAt = Date.now();
    await backend.stop();
    backend = await startBackend(infrastructure);
    await until(async () => (await counterRow(infrastructure.pool, id)) !== undefined);
    expect(Date.now() - killedAt).toBeLessThan(scaledTimeout(5000));
  });
});
