import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigInvalid } from '../platform/config/config.js';
import { UsageError, OperatorError } from '../platform/errors/operator-error.js';
import { NOT_ON_DATABASE, onDatabase } from '../../testing/steps/operator-calls.js';
import { argumentsOf, type Command, type CommandIo, EXIT, type Work } from './command.js';
import { COMMANDS } from './commands.js';
import { Interruption } from './interruption.js';
import { siegel } from './siegel.js';

/**
 * Runs `siegel` with these arguments. @returns the exit code, and the lines of standard output and standard
 * error
 */
async function called(
  args: readonly string[],
  commands?: readonly Command[],
  interruption = new Interruption(),
) {
  const [printed, told]: [string[], string[]] = [[], []];
  const io: CommandIo = {
    print: (line) => void printed.push(line),
    printStderr: (line) => void told.push(line),
    interruption,
  };
  const code = await siegel(args, io, commands);
  return { code, printed: printed.join('\n'), told: told.join('\n') };
}

const id = randomUUID();

/** Calls with missing, wrong, superfluous or swapped arguments. None of these calls does anything. */
const WRONG: Readonly<Record<string, readonly (readonly string[])[]>> = {
  doctor: [
    ['everything'],
    ['--verbose'],
    ['--json', 'x'],
    ...['', '0', '-1', '1.5', '601', 'long', '5s'].map((seconds) => ['--within', seconds]),
    ['--within'],
    ['--within=0'],
    ['--lists'],
  ],
  replay: [
    [],
    ['not-an-id'],
    [id, id],
    [id, '--at'],
    [id, '--at', 'two'],
    [id, '--at', '-1'],
    [id, '--at', '1.5'],
    [id, '--upto', '1'],
    ['--at', id, '1'],
  ],
  'nda:erase': [[], ['not-an-id'], [id, id], [id, '--reason', 'retention'], [id, '--force'], ['--yes']],
  'nda:hold': [[], [id], ['--lift'], [id, '--reason'], [id, '--reason', ' '], ['--reason', id, 'a reason']],
  'erasures:apply': [['not-a-stream'], ['--all', `nda-${id}`], ['--list'], ['--list', ''], ['--yes'], [id]],
  'projections:rebuild': [['--all'], ['ndas;'], ['Ndas'], ['']],
  'payments:check': [
    [],
    ['2026-02-30'],
    ['01.02.2026'],
    ['2026-02-01', '2026-01-01'],
    ['2026-01-01', '2026-01-02', '2026-01-03'],
    ['--from', '2026-01-01'],
  ],
  'keys:rotate': [['all'], ['--yes']],
  'database:copy': [
    [],
    ['postgres://a/b'],
    ['postgres://a/b', 'postgres://c/d', 'postgres://e/f'],
    ['postgres://a/b', 'postgres://a/b'],
    ['/no/such/folder', 'postgres://c/d'],
    ['--force', 'postgres://a/b', 'postgres://c/d'],
    ['--from-file', 'a', 'postgres://a/b', 'postgres://c/d'],
    ['--from-file', 'a'],
    ['--from-file', 'a', '--to-file', 'b', 'postgres://c/d'],
    ['--to-file', 'b', '/no/such/folder'],
    ['postgres://a:geheim#1@b/c', 'postgres://c/d'],
    ['postgres://a/b', 'postgres://c:geheim%@d/e'],
  ],
  'events:copy': [
    [],
    ['--from', 'postgres'],
    ['--from', 'postgres', '--to', 'postgres'],
    ['--from', 'postgres', '--to', 'http://a'],
    ['postgres', 'esdb://a'],
    ['--from', 'postgres', '--to', 'esdb://a', 'more'],
    ['--from', 'postgres', '--from-file', 'a', '--to', 'esdb://a'],
    ['--from-file', 'a', '--to', 'http://a'],
    ['--to-file', 'a'],
    ['--from', 'postgres', '--to', 'esdb://a:geheim@1@b'],
    ['--from', 'kurrentdb://a:geheim/1@b', '--to', 'postgres'],
  ],
  verify: [
    [],
    ['a.pdf', 'b.pdf'],
    ['a.pdf', '--lang', 'fr'],
    ['a.pdf', '--sha256', '0'],
    ['a.pdf', '--certificate', 'a.pem'],
    ['--keys', 'keys.json'],
  ],
  'verify:log': [['--checkpoints'], ['kept.json'], ['--checkpoint', 'kept.json']],
  'log:adopt': [
    ['nda-1@2'],
    ['--accept', 'nda-1@2'],
    ['--accept', 'nda-1', '--reason', 'lost'],
    ['--accept', 'nda-1@-1', '--reason', 'lost'],
    ['--accept', 'nda-1@2', '--reason', ' '],
    ['--accept', 'nda-1@2', '--reason', 'two\nlines'],
    ['--accept', 'nda-1@2', '--reason', 'x'.repeat(501)],
    ['--accept-from', 'places.txt'],
    ['--lists', ''],
    ['--retire', '0123abcd'],
    ['--retire', 'the-old-key', '--reason', 'stolen'],
    ['--key-lost', '0123abcd', '--reason', 'lost'],
    ['--key-lost', '0123abcd', '--checkpoint', 'kept.json'],
    ['--yes'],
  ],
  'log:repair': [
    [],
    ['Not a stream'],
    ['--streams-from'],
    ['--streams-from', ''],
    [`nda-${id}`, '--streams-from', 'streams'],
    ...['', ' ', 'two\nlines', 'x'.repeat(501)].map((reason) => [`nda-${id}`, '--reason', reason]),
    [`nda-${id}`, '--from', ''],
    [`nda-${id}`, '--branch', 'xyz'],
    [`nda-${id}`, `nda-${randomUUID()}`, '--branch', 'abcdef01'],
    ['--streams-from', 'streams', '--branch', 'abcdef01'],
    [`nda-${id}`, '--save', ''],
    [`nda-${id}`, '--save', 'file', '--reason', 'why'],
    [`nda-${id}`, '--save', 'file', '--from', 'dump'],
    ['trust-1', '--begin-part'],
    ['trust-1', 'trust-2', '--begin-part', '--reason', 'why'],
    ['trust-1', '--begin-part', '--reason', 'why', '--end'],
    ['nda-1', 'nda-2', '--destroy-key', '--reason', 'why'],
    ['nda-1', '--destroy-key', '--end', '--reason', 'why'],
    ['nda-1', '--destroy-key', '--begin-part', '--reason', 'why'],
    ['--streams-from', 'streams', '--begin-part', '--reason', 'why'],
    [`nda-${id}`, '--yes'],
  ],
  'keys:own': [['postgres://a/b'], ['--yes']],
  'secrets:make': [
    [],
    ['a', 'b'],
    ['a', '--copy-of'],
    ['a', '--copy-of', ''],
    ['a', '--database', 'b'],
    ['a', '--database-host', 'c'],
    ['a', '--database', 'b', '--host', 'c'],
  ],
};

describe('the program of the operator', () => {
  it('has a script in package.json for every command', () => {
    const manifest = readFileSync(join(__dirname, '../../../package.json'), 'utf8');
    const { scripts } = JSON.parse(manifest) as { scripts: Record<string, string> };
    const operated = Object.entries(scripts).filter(([, script]) => script.includes('operate.mjs'));
    expect(Object.fromEntries(operated)).toEqual(
      Object.fromEntries(COMMANDS.map(({ name }) => [name, `node scripts/operate.mjs ${name}`])),
    );
  });

  it('has a row for each command, and no other rows, in the table of docs/operations.md', () => {
    const page = readFileSync(join(__dirname, '../../../docs/operations.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `siegel ([\w:]+)/gm)].map(([, name = '']) => name);
    const names = COMMANDS.map(({ name }) => name);
    const missing = names.filter((name) => !rows.includes(name));
    const unknown = rows.filter((name) => !names.includes(name));
    expect([
      ...missing.map(
        (name) => `Write a row for siegel ${name} into the table of commands of docs/operations.md.`,
      ),
      ...unknown.map((name) => `docs/operations.md has a row for siegel ${name}, which does not exist.`),
    ]).toEqual([]);
  });

  it('is tested without a database for every command (otherwise add the command to testing/steps/operator-calls.ts)', () => {
    const tried = onDatabase(id).map(([name]) => name);
    const known = [...tried, ...Object.keys(NOT_ON_DATABASE)];
    expect(COMMANDS.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('lists all commands, one line each', async () => {
    for (const args of [['--help'], ['-h'], ['help']]) {
      const { code, printed, told } = await called(args);
      expect([code, told]).toEqual([0, '']);
      for (const { name, summary } of COMMANDS)
        expect(printed).toMatch(new RegExp(`^  ${name} +${summary[0]}`, 'm'));
    }
    const { code, printed, told } = await called([]);
    expect([code, printed]).toEqual([2, '']);
    expect(told).toMatch(/^Usage: siegel <command>/);
  });

  it('prints its version', async () => {
    const { code, printed } = await called(['--version']);
    expect(code).toBe(0);
    expect(printed).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it.each([
    ['replai', 'replay'],
    ['erase-nda', 'nda:erase'],
    ['nda-hold', 'nda:hold'],
    ['make-secrets', 'secrets:make'],
    ['VERIFY', 'verify'],
    ['verify:logs', 'verify:log'],
  ])('suggests the most similar command for %s', async (name, meant) => {
    const { code, printed, told } = await called([name]);
    expect([code, printed]).toEqual([2, '']);
    expect(told).toContain(`There is no command '${name}'. Did you mean '${meant}'?`);
    expect(told).toContain('projections:rebuild');
  });

  it.each(['x', 'nothing-like-it', '--verbose'])('suggests no command for %s', async (name) => {
    expect((await called([name])).told).not.toContain('Did you mean');
  });

  it.each(COMMANDS.map(({ name }) => name))('prints the usage of %s', async (name) => {
    for (const args of [
      [name, '--help'],
      [name, 'anything', '-h'],
    ]) {
      const { code, printed, told } = await called(args);
      expect([code, told]).toEqual([0, '']);
      expect(printed).toMatch(new RegExp(`^Usage: siegel ${name}`, 'm'));
    }
  });

  it('names unexpected arguments, but no address, which contains a password', async () => {
    const { told } = await called(['keys:rotate', 'all', 'postgres://siegel:hidden@127.0.0.1/siegel']);
    expect(told).toMatch(/^Unexpected arguments: all, \(not shown\)\n/);
  });

  it('has wrong calls of every command', () => {
    expect(Object.keys(WRONG).toSorted()).toEqual(COMMANDS.map(({ name }) => name).toSorted());
  });

  it.each(Object.entries(WRONG).flatMap(([name, calls]) => calls.map((args) => [[name, ...args]] as const)))(
    'refuses %j with the reason and the usage, before it opens anything',
    async (args) => {
      const { code, printed, told } = await called(args);
      expect([code, printed]).toEqual([EXIT.usageError, '']);
      expect(told).toMatch(new RegExp(`^\\S.*\\nUsage: siegel ${args[0]}( |$)`, 'm'));
      expect(told).not.toMatch(/^\s+at |geheim/m);
    },
  );
});

describe('the exit code of a command', () => {
  const failingWork = (error: unknown): Work =>
    async function fail() {
      throw error;
    };
  const failing = (error: unknown): readonly Command[] => [
    { name: 'fail', summary: 'Fails', usage: [''], prepare: () => failingWork(error) },
  ];

  it.each([
    [new UsageError('No such file.'), 2, 'No such file.'],
    [new ConfigInvalid(['PORT: expected a number.']), 2, '  - PORT: expected a number.'],
    [new OperatorError('The database is away.'), 1, 'The database is away.'],
    [new TypeError('x is undefined'), 1, 'TypeError: x is undefined'],
  ])("follows from the command's failure %s", async (error, exitCode, said) => {
    const { code, printed, told } = await called(['fail'], failing(error));
    expect([code, printed]).toEqual([exitCode, '']);
    expect(told).toContain(said);
  });

  it('is that of the signal that ended the command, no matter which error follows', async () => {
    const interruption = new Interruption(() => undefined);
    const waiting: Command = {
      name: 'wait',
      summary: 'Waits',
      usage: [''],
      prepare: (args) => {
        argumentsOf(args, {});
        return (io) =>
          io.interruption.whileOpen(
            () =>
              new Promise<never>((_, reject) => {
                io.interruption.signal.addEventListener('abort', () => reject(new Error('cut')));
              }),
          );
      },
    };
    const ended = called(['wait'], [waiting], interruption);
    interruption.interrupt('SIGTERM');
    expect(await ended).toEqual({
      code: 143,
      printed: '',
      told: 'The command was ended by SIGTERM before it was done. You can run it again.',
    });
  });
});

describe('a signal', () => {
  it('ends the process at once if nothing is open', () => {
    const ends: number[] = [];
    new Interruption((code) => void ends.push(code)).interrupt('SIGINT');
    expect(ends).toEqual([130]);
  });

  it('ends the process after everything is closed, and a second signal ends it at once', async () => {
    const ends: number[] = [];
    const interruption = new Interruption((code) => void ends.push(code));
    let close = (): void => undefined;
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const open = interruption.whileOpen(() => closed);
    interruption.interrupt('SIGINT');
    expect([ends, interruption.signal.aborted]).toEqual([[], true]);
    interruption.interrupt('SIGTERM');
    expect(ends).toEqual([130]);
    close();
    await open;
  });
});
