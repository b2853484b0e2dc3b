import { randomUUID } from 'node:crypto';
import { added, appendTo, closed, opened } from './testing/counters.js';
import { until } from '../../platform/testing/until.js';
import {
  createInfrastructure,
  type Infrastructure,
  startBackend,
  type TestBackend,
} from './testing/harness.js';
import { onlyInAll } from '../../platform/testing/only-in-all.js';

describe('reading your own writes', () => {
  let infrastructure: Infrastructure;
  let leader: TestBackend;
  let other: TestBackend;

  beforeEach(async () => {
    infrastructure = await createInfrastructure();
    leader = await startBackend(infrastructure);
    await until(() => leader.runner.status().leading);
    other = await startBackend(infrastructure);
  });

  afterEach(async () => {
    await Promise.all([leader.stop(), other.stop()]);
    await infrastructure.drop();
  });

  it('waits until the row has reached the revision, on the leader and on another backend', async () => {
    for (const backend of [leader, other]) {
      const id = randomUUID();
      const waits = backend.readYourWrites.waitFor('counters', id, 1);
      await appendTo(infrastructure.store, id, -1, opened('one'), added(1));
      expect(await waits).toBe(true);
      expect(await backend.readYourWrites.waitFor('counters', id, 1)).toBe(true);
    }
  });

  it('is not satisfied with an earlier revision', async () => {
    const id = randomUUID();
    await appendTo(infrastructure.store, id, -1, opened('one'));
    expect(await other.readYourWrites.waitFor('counters', id, 0)).toBe(true);
    expect(await other.readYourWrites.waitFor('counters', id, 1, 60)).toBe(false);
    expect(await leader.readYourWrites.waitFor('counters', id, 1, 60)).toBe(false);
  });

  it('accepts a deletion, but not a row that was never created', async () => {
    const id = randomUUID();
    await appendTo(infrastructure.store, id, -1, opened('one'), closed);
    expect(await other.readYourWrites.waitFor('counters', id, 1)).toBe(true);
    expect(await leader.readYourWrites.waitFor('counters', id, 1)).toBe(true);
    expect(await other.readYourWrites.waitFor('counters', randomUUID(), 0, 60)).toBe(false);
  });

  onlyInAll.it('keeps up with 200 events per second: no wait times out', async () => {
    const waits: Promise<boolean>[] = [];
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        const id = randomUUID();
        waits.push(
          appendTo(infrastructure.store, id, -1, opened('one')).then(() =>
            leader.readYourWrites.waitFor('counters', id, 0),
          ),
        );
        if (waits.length < 400) return;
        clearInterval(timer);
        resolve();
      }, 5);
    });
    expect(new Set(await Promise.all(waits))).toEqual(new Set([true]));
  });
});
