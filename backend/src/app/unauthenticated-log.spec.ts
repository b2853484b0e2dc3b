import { randomBytes, randomUUID } from 'node:crypto';
import { chainedEvent } from '../eventsourcing/journal/testing/chained.js';
import { MemoryEventStore } from '../eventsourcing/journal/testing/memory-event-store.js';
import { NO_HASH } from '../eventsourcing/journal/chain.js';
import { AppendKeys } from '../eventsourcing/trust/append-keys.js';
import { Authenticator } from '../eventsourcing/trust/authenticate.js';
import { marked } from '../eventsourcing/trust/testing/marked.js';
import { TEST_KEYS, TEST_LOG } from '../eventsourcing/trust/testing/test-trust.js';
import { refuseUnauthenticatedLog } from './unauthenticated-log.js';

const OTHERS = new AppendKeys(TEST_LOG, [randomBytes(32)]);

describe('the newest events of a log at a start', () => {
  let store: MemoryEventStore;
  beforeEach(() => {
    store = new MemoryEventStore();
  });

  const one = () => ({
    stream: `nda-${randomUUID()}`,
    revision: 0,
    id: randomUUID(),
    type: 'Noted.v1',
    data: Buffer.from('{"open":{}}'),
  });
  const append = async (count: number, keys: Pick<AppendKeys, 'markOf'> | undefined): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      const event = one();
      const bytes =
        keys === undefined ? [chainedEvent({ ...event, format: 2 }, NO_HASH)] : marked([event], { keys });
      await store.append(event.stream, 'no-stream', bytes);
    }
  };
  const start = () =>
    refuseUnauthenticatedLog({ store, keys: TEST_KEYS, authenticator: new Authenticator(TEST_KEYS) });

  it('may be none, and may be followed by 999 events of others', async () => {
    await start();
    await append(1, TEST_KEYS);
    await append(1, OTHERS);
    await start();
    await append(998, undefined);
    await start();
  });

  it('stop the start if none of the newest thousand is authenticated, and their keys are named', async () => {
    await append(1, TEST_KEYS);
    await append(990, OTHERS);
    await append(10, undefined);
    const refused = start();
    await expect(refused).rejects.toThrow(
      `The keys in APPEND_KEY (${TEST_KEYS.names[0]}) authenticate none of the newest 1000 events of the log.`,
    );
    await expect(refused).rejects.toThrow(`MACs of the keys ${OTHERS.names[0]} (990), or no MAC (10)`);
    await expect(refused).rejects.toThrow('Restore APPEND_KEY');
  });

  it('name the command that adopts a log from before APPEND_KEY', async () => {
    await append(3, undefined);
    await expect(start()).rejects.toThrow('no MAC (3)');
    await expect(start()).rejects.toThrow('siegel log:adopt');
  });

  it('do not have a word in the message that somebody wrote into an event', async () => {
    const event = one();
    const [bytes] = marked([event], { keys: { markOf: () => `<script>.${'A'.repeat(43)}` } });
    await store.append(event.stream, 'no-stream', bytes === undefined ? [] : [bytes]);
    await expect(start()).rejects.toThrow('nothing that can be read');
  });
});
