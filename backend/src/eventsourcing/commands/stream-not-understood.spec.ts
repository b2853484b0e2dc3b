import { parseMetadata } from '../journal/event-encoding.js';
import { marked } from '../trust/testing/marked.js';
import { trustOn } from '../trust/testing/test-trust.js';
import { randomUUID } from 'node:crypto';
import { silentLogger } from '../../platform/logging/logger.js';
import type { Sealed } from '../../vault/sealed.js';
import { verifyChain } from '../journal/chain.js';
import { createJournal } from '../journal/create-journal.js';
import type { CommandContext } from '../journal/event.js';
import { MemoryEventStore } from '../journal/testing/memory-event-store.js';
import { type NoteCommand, noteEvents, notes } from '../journal/testing/notes.js';
import { createCommandRunner } from './create-command-runner.js';
import { StreamNotUnderstood } from './stream-not-understood.js';

const ID = 'one';
const STREAM = notes.stream(ID);
const AT = '2026-11-12T10:00:00.000Z';

/** A vault that seals nothing. */
const vault = {
  createKey: async () => ({ keyId: 'key', isNew: true }),
  seal: async (what: Omit<Sealed, 'bytes' | 'keyId'>, plaintext: Uint8Array): Promise<Sealed> => ({
    ...what,
    keyId: 'key',
    bytes: Buffer.from(plaintext),
  }),
  open: async ({ bytes }: Sealed): Promise<Uint8Array> => Buffer.from(bytes),
};

const context = (changes: Partial<CommandContext> = {}): CommandContext => ({
  commandId: randomUUID(),
  correlationId: 'c',
  causedBy: null,
  actor: 'party1',
  at: AT,
  ...changes,
});
const add = (line: string): NoteCommand => ({ do: 'add', line });

describe('a stream that is not understood', () => {
  const store = new MemoryEventStore();
  const runner = createCommandRunner({
    journal: createJournal({
      store,
      trust: trustOn(store),
      vault,
      registries: [noteEvents],
      upcasters: {},
      ids: randomUUID,
      logger: silentLogger,
    }),
  });
  const four = context();
  let first: object;
  beforeAll(async () => {
    await runner.run(notes, ID, { do: 'open' }, context());
    first = await runner.run(notes, ID, add('four'), four);
    const [line] = await store.readStream(STREAM, { from: 1 });
    if (line === undefined) throw new Error('no line');
    // Two unknown events. Both are copies of the event `line`, so both name the command of that event. The
    // first has a later version of its type. The second has unreadable data.
    const { core, hash: previousHash } = parseMetadata(line);
    const unknown = [
      { ...line, revision: 2, id: randomUUID(), type: 'LineAdded.v9', core },
      { ...line, revision: 3, id: randomUUID(), data: Buffer.from('%'), core },
    ];
    await store.append(STREAM, 1, marked(unknown, { previousHash }));
  });

  it('accepts no command and returns no state', async () => {
    for (const command of [add('five5'), { do: 'nothing' } as const])
      await expect(runner.run(notes, ID, command, context())).rejects.toThrow(StreamNotUnderstood);
    await expect(runner.state(notes, ID)).rejects.toThrow(`Event 2 of ${STREAM} (LineAdded.v9)`);
    expect(await store.readStream(STREAM)).toHaveLength(4);
  });

  it('may also be one that holds an event whose fields do not match its type', async () => {
    const stream = notes.stream('two');
    await runner.run(notes, 'two', { do: 'open' }, context());
    const [opened] = await store.readStream(stream);
    if (opened === undefined) throw new Error('no event');
    const data = Buffer.from('{"open":{"length":"four"}}');
    const wrong = { ...opened, revision: 1, id: randomUUID(), type: 'LineAdded.v1', data };
    await store.append(stream, 0, marked([wrong], { previousHash: parseMetadata(opened).hash }));
    await expect(runner.run(notes, 'two', add('five5'), context())).rejects.toThrow(
      `Event 1 of ${stream} (LineAdded.v1)`,
    );
    const { state } = await runner.state({ ...notes, skipsUnknown: true }, 'two');
    expect(state).toMatchObject({ opened: true, lengths: [] });
  });

  it('gives a repeated command its first answer, and returns the state of an earlier revision', async () => {
    const again = await runner.run(notes, ID, add('four'), four);
    expect(again).toEqual({ ...first, loaded: undefined });
    expect(await runner.state(notes, ID, 1)).toMatchObject({ revision: 1, state: { lengths: [4] } });
  });

  it('has its known events folded if the decider allows it, and new events are never backdated', async () => {
    const lenient = { ...notes, skipsUnknown: true };
    const { state } = await runner.state(lenient, ID);
    expect(state).toMatchObject({ lengths: [4] });
    const early = context({ at: '2026-11-12T09:00:00.000Z' });
    const { events } = await runner.run(lenient, ID, { do: 'close' }, early);
    expect(events).toMatchObject([{ revision: 4, open: { reason: 'after 1' }, at: AT }]);
    const all = await store.readStream(STREAM);
    expect(verifyChain(all)).toMatchObject({ intact: false, fault: 'encoding', revision: 3 });
  });
});
