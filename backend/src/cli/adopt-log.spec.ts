import { randomUUID } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runCommand, type TestDataDir, testDataDir } from '../../testing/backend/built-backend.js';
import { createServiceDatabase } from '../../testing/backend/service-database.js';
import { createPostgresEventStore } from '../eventsourcing/event-store/postgres/postgres-event-store.js';
import { chained } from '../eventsourcing/journal/testing/chained.js';
import { ndaStream } from '../nda/nda.events.js';
import type { TestDatabase } from '../platform/postgres/testing/test-database.js';

describe('siegel log:adopt', () => {
  let database: TestDatabase;
  let folder: TestDataDir;
  beforeAll(async () => {
    [database, folder] = [await createServiceDatabase(), await testDataDir()];
  });
  afterAll(async () => {
    await database.drop();
    await folder.remove();
  });

  interface Outcome {
    readonly code: unknown;
    /** Standard output and standard error. */
    readonly output: string;
    /** The lines of the standard output. */
    readonly lines: readonly string[];
  }

  const called = async (name: string, args: readonly string[], env: Record<string, string> = {}) => {
    const run = runCommand(name, args, { DATABASE_URL: database.url, DATA_DIR: folder.path, ...env });
    let printed = '';
    run.process.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
    const code = await run.exited;
    return { code, output: run.output(), lines: printed.split('\n').filter((line) => line !== '') };
  };
  const adopt = (...args: string[]): Promise<Outcome> => called('log:adopt', args);
  const secret = (name: string): string => join(folder.path, 'secrets', name);

  /** Appends a stream without MACs. @returns its name */
  const older = async (): Promise<string> => {
    const stream = ndaStream(randomUUID());
    const store = await createPostgresEventStore({ url: database.url });
    const event = (revision: number) => ({
      ...({ stream, revision, format: 2, id: randomUUID(), type: 'Noted.v1' } as const),
      data: Buffer.from('{"open":{}}'),
    });
    await store.append(stream, 'no-stream', chained([event(0), event(1)]));
    await store.close();
    return stream;
  };

  it('makes no key, keeps its statement with the secrets, lists what it refuses, and reads that list', async () => {
    const first = await older();
    expect(await adopt()).toMatchObject({
      code: 1,
      lines: [],
      output: expect.stringContaining('siegel secrets:make'),
    });
    await called('secrets:make', [folder.path]);
    const adopted = await adopt();
    expect(adopted).toMatchObject({ code: 0, output: expect.stringContaining(`The first is ${first}@0`) });
    const statement = await readFile(secret('log-adopted'), 'utf8');
    expect((await stat(secret('log-adopted'))).mode & 0o777).toBe(0o600);
    expect(adopted.output).toContain(secret('log-adopted'));

    const forged = await older();
    const refused = await adopt();
    expect(refused.code).toBe(1);
    expect(refused.lines.map((line) => line.split(' ')[0])).toEqual([`${forged}@0`, `${forged}@1`]);
    expect(refused.output).toContain(`siegel log:adopt --accept ${forged}@0 --reason '…'`);
    expect(await readFile(secret('log-adopted'), 'utf8')).toBe(statement);

    const list = join(dirname(folder.path), 'places.txt');
    await writeFile(list, `# from the run of today\n\n${refused.lines.join('\r\n')}\n`);
    const accepted = await adopt('--accept-from', list, '--reason', 'known');
    expect(accepted).toMatchObject({ code: 0, output: expect.stringContaining('Accepted places: 2.') });
    expect(await readFile(secret('log-adopted'), 'utf8')).not.toBe(statement);
    await writeFile(list, `${forged}@0\nnonsense\n`);
    expect(await adopt('--accept-from', list, '--reason', 'known')).toMatchObject({
      code: 2,
      output: expect.stringContaining('line 2 does not begin with a place'),
    });
  });

  it('prints the statement alone if the secrets come from the environment', async () => {
    await older();
    const [key, before] = await Promise.all(
      ['append-key', 'log-adopted'].map((name) => readFile(secret(name), 'utf8')),
    );
    const env = { APPEND_KEY: key ?? '', LOG_ADOPTED: before ?? '' };
    const refused = await called('log:adopt', [], env);
    const places = refused.lines.flatMap((line) => ['--accept', line.split(' ')[0] ?? '']);
    const printed = await called('log:adopt', [...places, '--reason', 'known'], env);
    expect(printed).toMatchObject({
      code: 0,
      lines: [expect.stringMatching(/^[\w-]+\.[0-9a-f]{8}\.[\w-]{43}$/)],
    });
    expect(await readFile(secret('log-adopted'), 'utf8')).toBe(before);
    const again = await called('log:adopt', [], { ...env, LOG_ADOPTED: printed.lines[0] ?? '' });
    expect(again).toMatchObject({ code: 0, lines: [] });
  });
});
