import { alterEvent } from '../../testing/faults/altered-event.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { silentLogger } from '../platform/logging/logger.js';
import { logStream } from '../trust-stream/trust.events.js';
import { beginPart } from './begin-part.js';
import { LogOriginChanged, logOriginOf } from './log-origin.js';

const LOG = `log-${'5e'.repeat(16)}`;

describe('the origin of the log', () => {
  let bench: TestInfrastructure;
  let logged: object[];
  beforeEach(async () => {
    bench = await openTestInfrastructure();
    logged = [];
  });
  afterEach(() => bench.stop());

  const start = (configured?: string, byDefault = 'nda.example/log'): Promise<string> =>
    logOriginOf({
      commands: bench.infrastructure.commands,
      log: LOG,
      configured,
      byDefault,
      clock: bench.clock,
      logger: { ...silentLogger, error: (details) => void logged.push(details) },
    });
  const types = async (part = 1): Promise<string[]> =>
    (await bench.infrastructure.store.readStream(logStream(part))).map(({ type }) => type);

  it('is recorded by the first start, with the identity of the log', async () => {
    expect(await start()).toBe('nda.example/log');
    expect(await types()).toEqual(['LogBegun.v1']);
    const { events } = await bench.infrastructure.journal.load(logStream(1));
    expect(events[0]?.open).toEqual({
      log: LOG,
      origin: 'nda.example/log',
      part: 1,
      before: null,
      reason: null,
    });
  });

  it('is the configured one for a new log', async () =>
    expect(await start('own.example/log')).toBe('own.example/log'));

  it('stays the recorded one, whatever PUBLIC_URL becomes', async () => {
    await start();
    expect(await start(undefined, 'moved.example/log')).toBe('nda.example/log');
    expect(await start('nda.example/log', 'moved.example/log')).toBe('nda.example/log');
    expect(await types()).toEqual(['LogBegun.v1']);
  });

  it('is that of the first of two starts at once, for both', async () => {
    const origins = await Promise.all([
      start(undefined, 'one.example/log'),
      start(undefined, 'two.example/log'),
    ]);
    expect(new Set(origins).size).toBe(1);
    const { events } = await bench.infrastructure.journal.load(logStream(1));
    expect(events.map(({ open }) => (open as { origin: string }).origin)).toEqual([origins[0]]);
  });

  it('of another start at once is refused like any other that is configured', async () => {
    const results = await Promise.allSettled([start('one.example/log'), start('two.example/log')]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('is never another one: a start with another LOG_ORIGIN is refused and says what to do', async () => {
    await start();
    await expect(start('other.example/log')).rejects.toThrow(LogOriginChanged);
    await expect(start('other.example/log')).rejects.toThrow(
      /begun as nda\.example\/log.*Remove LOG_ORIGIN, or set it to nda\.example\/log/s,
    );
  });

  it('is taken from the configuration, and told, if nothing of its stream counts', async () => {
    await start();
    await alterEvent(bench.infrastructure.pool, logStream(1), 0);
    expect(await start(undefined, 'moved.example/log')).toBe('moved.example/log');
    expect(logged).toEqual([{ stream: 'trust-1' }]);
    expect(await types()).toHaveLength(1);
    const { commands } = bench.infrastructure;
    const parts = { commands, clock: bench.clock, log: LOG, origin: 'nda.example/log', originToday: '' };
    expect((await beginPart(parts, logStream(1), 'Event 0 was altered')).name).toBe(logStream(2));
    expect(await start(undefined, 'moved.example/log')).toBe('nda.example/log');
    await expect(start('moved.example/log')).rejects.toThrow(LogOriginChanged);
  });
});
