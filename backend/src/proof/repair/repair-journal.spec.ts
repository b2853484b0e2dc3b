import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventInLine } from './event-file.js';
import { type Intent, RepairJournal } from './repair-journal.js';
import { STREAM, stored, written } from './testing/given-stream.js';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'siegel-journal-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const clock = { now: () => new Date('2026-11-12T10:00:00.000Z') };
const journal = () => new RepairJournal(dataDir, clock);
const intent: Intent = {
  stream: STREAM,
  reason: 'why',
  removed: [],
  putBack: [],
  chosen: null,
  givenUp: [],
  ended: null,
};
const [event] = written(1).map((one) => stored(one)) as [ReturnType<typeof stored>];

describe('the journal of repairs', () => {
  it('saves the events byte for byte, in files that only their owner can read', async () => {
    const { path } = await journal().begin(intent, [event]);
    const lines = (await readFile(path, 'utf8')).trim().split('\n');
    expect(path).toBe(join(dataDir, 'repairs', `20261112T100000.000Z-${STREAM}.jsonl`));
    expect(eventInLine(lines[1] ?? '', 'a file')).toEqual({
      ...event,
      position: Number(event.position),
      file: 'a file',
    });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, 'repairs'))).mode & 0o777).toBe(0o700);
  });

  it('never writes over a file', async () => {
    await journal().begin(intent, []);
    await journal().begin(intent, []);
    expect(await readdir(join(dataDir, 'repairs'))).toHaveLength(2);
  });

  it('knows the repairs of a stream that were begun and not finished', async () => {
    const begun = await journal().begin(intent, [event]);
    await journal().begin({ ...intent, stream: 'nda-2' }, []);
    expect(await journal().unfinished(STREAM)).toEqual([begun]);
    await journal().finish(begun);
    expect(await journal().unfinished(STREAM)).toEqual([]);
    expect(await journal().unfinished('nda-3')).toEqual([]);
  });

  it('passes over a file that was not written to its end, because nothing was changed then', async () => {
    const { path } = await journal().begin(intent, [event]);
    const lines = (await readFile(path, 'utf8')).trim().split('\n');
    await writeFile(path, lines.slice(0, -1).join('\n'));
    expect(await journal().unfinished(STREAM)).toEqual([]);
    await appendFile(path, `\n${lines.at(-1)}\n`);
    expect(await journal().unfinished(STREAM)).toHaveLength(1);
  });
});
