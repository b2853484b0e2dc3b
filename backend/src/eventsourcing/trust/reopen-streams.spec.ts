import { silentLogger } from '../../platform/logging/logger.js';
import type { UntrustedPlace } from './authenticate.js';
import { ClosedStreams } from './closed-streams.js';
import { ReopenStreams } from './reopen-streams.js';

const PLACE: UntrustedPlace = { revision: 3, fault: 'mac' };

/** A process that knows closed streams. A load opens the streams that were repaired. */
function process(names: readonly string[], staysClosed?: (stream: string) => boolean) {
  const closed = new ClosedStreams();
  for (const name of names) closed.close(name, PLACE);
  const repaired = new Set<string>();
  const loaded: string[] = [];
  const reopening = new ReopenStreams({
    closed,
    logger: silentLogger,
    ...(staysClosed && { staysClosed }),
    log: {
      load: async (stream) => {
        loaded.push(stream);
        if (repaired.has(stream)) closed.open(stream);
        else closed.close(stream, PLACE);
        return { events: [], last: { revision: -1, hash: '' }, untrusted: undefined };
      },
    },
  });
  return { closed, repaired, loaded, reopening };
}

describe('the closed streams of a process', () => {
  it('are loaded again, so that a stream which was repaired elsewhere is open', async () => {
    const { closed, repaired, reopening } = process(['nda-a', 'nda-b']);
    await reopening.run();
    expect(closed.streams).toEqual(['nda-a', 'nda-b']);
    repaired.add('nda-a');
    await reopening.run();
    expect(closed.streams).toEqual(['nda-b']);
  });

  it('are not loaded if they stay closed for good', async () => {
    const { loaded, reopening } = process(['nda-a', 'nda-b'], (stream) => stream === 'nda-a');
    await reopening.run();
    expect(loaded).toEqual(['nda-b']);
  });

  it('are loaded some at a time, and each comes round', async () => {
    const names = Array.from({ length: 450 }, (_, n) => `nda-${n}`);
    const { loaded, reopening } = process(names);
    await reopening.run();
    expect(loaded.length).toBeLessThanOrEqual(200);
    while (loaded.length < names.length) await reopening.run();
    expect(new Set(loaded).size).toBe(names.length);
  });

  it('are not read after a stop', async () => {
    const { reopening } = process(['nda-a']);
    reopening.start();
    await expect(reopening.stop()).resolves.toBeUndefined();
  });
});
