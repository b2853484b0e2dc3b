import { join } from 'node:path';
import { runTypeScript } from '../testing/typescript-child.js';

/** Returns the lines that the process prints to its standard output and its standard error. */
async function linesOf(mode: 'serve' | 'command'): Promise<string[]> {
  const child = runTypeScript(join(__dirname, 'testing/warnings.main.ts'), mode);
  let text = '';
  for (const stream of [child.process.stdout, child.process.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  await new Promise((resolve) => child.process.once('close', resolve));
  return text.split('\n').filter((line) => line !== '');
}

describe('warnings of Node', () => {
  it('are lines of JSON in the log of the service, of its threads too, but not the expected ones', async () => {
    const entries = (await linesOf('serve')).map((line) => JSON.parse(line));
    expect(entries).toEqual([
      expect.objectContaining({
        level: 'warn',
        warning: 'EarlyWarning E1',
        text: 'Early.',
        at: expect.any(Array),
      }),
      // Twenty calls wait for the signal of a plain `AbortController`, which causes this warning. The signal
      // of `sharedAbortController()` allows any number of listeners, so twenty calls that wait for that
      // signal cause no warning.
      expect.objectContaining({
        warning: 'MaxListenersExceededWarning',
        text: expect.stringMatching(/11 abort listeners added/),
        msg: expect.stringMatching(/^Node\.js or a package reported a warning, and the service continues\./),
      }),
      expect.objectContaining({
        level: 'warn',
        warning: 'ThreadWarning',
        msg: 'A thread reported a warning.',
      }),
    ]);
  });

  it('stay as Node prints them if an operator runs a command, but not the expected ones', async () => {
    const lines = await linesOf('command');
    expect(lines[0]).toMatch(/^\(node:\d+\) OtherWarning: Other\.$/);
    expect(lines.join()).not.toMatch(/DEP0123|ServerName/);
  });
});
