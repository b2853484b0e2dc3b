import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { until } from '../testing/until.js';

const PROCESSES = pathToFileURL(join(__dirname, '../../../scripts/processes.mjs')).href;

/** A command as `npm test` is one: where a part fails, it goes on with the next. It notes what became of each part. */
const command = (begun: string, notes: string): string => `
  import { appendFileSync } from 'node:fs';
  import { run } from ${JSON.stringify(PROCESSES)};
  const part = (code) =>
    run(process.execPath, ['-e', code]).catch(({ message }) => appendFileSync(${JSON.stringify(notes)}, message + '\\n'));
  await part(${JSON.stringify(`require('node:fs').writeFileSync(${JSON.stringify(begun)}, ''); setInterval(() => undefined, 1000);`)});
  await part('');
`;

describe('a command that is interrupted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'siegel-processes-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'by %s ends what runs, and begins nothing any more',
    async (signal) => {
      const of = (kind: string): string => join(folder, `${signal}.${kind}`);
      writeFileSync(of('mjs'), command(of('begun'), of('notes')));
      const running = spawn(process.execPath, [of('mjs')], { stdio: 'ignore' });
      await until(() => existsSync(of('begun')));
      running.kill(signal);
      const [code] = (await once(running, 'exit')) as [number];
      expect(code).toBeGreaterThan(128);
      const [first, second] = readFileSync(of('notes'), 'utf8').split('\n');
      expect(first).toMatch(/ended with/);
      expect(second).toMatch(/^interrupted before/);
    },
  );
});
