import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigInvalid, parseConfig } from '#src/platform/config/config';
import { withFiles } from '#src/platform/config/environment-files';
import { TAMPERING_KINDS } from '#src/platform/tampering/tampering-kinds';
import { readSecrets } from '#src/app/secrets';
import { onlyInAll } from '#src/platform/testing/only-in-all';

const ROOT = join(__dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Block {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly marks: Readonly<Record<string, string>>;
  readonly commands: string;
}

interface Marked {
  readonly blocks: readonly Block[];
  readonly procedures: readonly string[];
  readonly needs: Readonly<Record<string, string>>;
}

const { blocks, procedures, needs } = JSON.parse(
  execFileSync(process.execPath, [join(ROOT, 'scripts/operations/blocks.mjs')], { encoding: 'utf8' }),
) as Marked;
const shell = blocks.filter(({ language }) => language === 'sh');
const placeOf = ({ page, line }: Block): string => `${page}:${line}`;

const pages = [
  'docs/operations.md',
  ...readdirSync(join(ROOT, 'docs/operations')).map((name) => `docs/operations/${name}`),
];
const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);

/**
 * Returns the names of the variables that the code reads, both when no variable is set and when all are set.
 */
async function variablesOfTheCode(): Promise<Set<string>> {
  const asked = new Set<string>();
  for (const value of [undefined, 'x']) {
    const env = new Proxy<NodeJS.ProcessEnv>(
      {},
      {
        get: (_, name) => {
          asked.add(String(name));
          return value;
        },
      },
    );
    parseConfig(env);
    // In production, `readSecrets` generates no secrets.
    const secrets = readSecrets({ dataDir: tmpdir(), production: true }, env);
    await expect(secrets).rejects.toBeInstanceOf(ConfigInvalid);
  }
  return asked;
}

/** Returns the rows of the tables in the chapter on configuration. Each row is a list of its cells. */
function rowsOfThePage(): readonly (readonly string[])[] {
  const [, chapter = ''] = read('docs/operations.md').split(/^## Configuration$/m);
  const rows = (chapter.split(/^## /m)[0] ?? '').split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((row) => row.split(' | '));
}

/** Returns the variables that the first column of these tables names. */
const variablesOfThePage = (): Set<string> =>
  new Set(
    rowsOfThePage().flatMap(([first = '']) =>
      [...first.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name),
    ),
  );

describe('the pages on operations', () => {
  it('mark each command block with its procedure, and with any need that not every machine meets', () => {
    const unmarked = shell.filter(({ marks }) => marks['run'] === undefined).map(placeOf);
    expect(unmarked).toEqual([]);
    const known = ['run', 'elsewhere'];
    const unknown = shell.filter(({ marks }) => Object.keys(marks).some((mark) => !known.includes(mark)));
    expect(unknown.map(placeOf)).toEqual([]);
    const needed = shell.flatMap(({ marks }) => marks['elsewhere'] ?? []);
    expect([...new Set(needed)].toSorted()).toEqual(Object.keys(needs).toSorted());
  });

  it('have exactly the procedures that the long test runs', () => {
    const here = shell
      .filter(({ marks }) => marks['elsewhere'] === undefined)
      .map(({ marks }) => marks['run']);
    expect([...new Set(here)].toSorted()).toEqual([...procedures].toSorted());
  });

  it('list the blocks that the long test does not run', () => {
    const tried = read('docs/operations/tried.md');
    for (const need of Object.values(needs)) expect(tried).toContain(`\n| ${need} | `);
  });

  onlyInAll.it('have commands that bash can parse', () => {
    const wrong = shell.flatMap((block) => {
      const { status, stderr } = spawnSync('bash', ['-n'], { input: block.commands, encoding: 'utf8' });
      return status === 0 ? [] : [`${placeOf(block)}: ${stderr}`];
    });
    expect(wrong).toEqual([]);
  });

  describe('have a function that keeps what siegel log:adopt printed', () => {
    const names = shell.find(({ marks }) => marks['run'] === 'names')?.commands ?? '';
    let folder: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'siegel-adopted-'));
      mkdirSync(join(folder, 'etc/secrets'), { recursive: true });
      writeFileSync(join(folder, 'etc/siegel.env'), '');
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    /** Runs `adopted` on a file with this text, as at a terminal. @returns exit code and secrets */
    const adopted = (text: string) => {
      writeFileSync(join(folder, 'found'), text);
      const env = { ...process.env, SIEGEL_ETC: join(folder, 'etc'), SAFE: join(folder, 'safe') };
      const input = `SIEGEL_USER=$(id -un)\n${names}\nadopted ${join(folder, 'found')}`;
      const { status } = spawnSync('bash', { input, env, encoding: 'utf8' });
      return { status, secrets: readdirSync(join(folder, 'etc/secrets')) };
    };
    const statement = `e30.0123abcd.${'m'.repeat(43)}\n`;

    it.each([
      ['a statement', statement, 0, ['log-adopted']],
      ['nothing, and then changes nothing', '', 0, []],
      ['no list of broken places', 'nda-1@4 the event has no MAC\n', 1, []],
      ['no statement with another line', `${statement}nda-1@4\n`, 1, []],
    ])('that takes %s', (_, text, status, secrets) => {
      expect(adopted(text)).toEqual({ status, secrets });
    });

    /** Lets the commands of a block only write down what they start. */
    const DOUBLES = `
      called() { echo "$*" >> "$FOLDER/called"; }
      adopting() { cat "$FOLDER/printed"; return "$STATUS"; }
      siegel() { called "siegel $1"; if [ "$1" = log:adopt ]; then adopting; fi; }
      compose() { called "compose $1"; case "$*" in *' siegel log:adopt'*) adopting ;; esac; }
      inside() { called inside; }
      systemctl() { called "systemctl $1"; }
      in_containers() { BACKENDS=backend; }
      ready() { :; }
      keep_secrets() { :; }
      ln() { :; }
      install() { :; }`;

    /** Runs the last block of a procedure as at a terminal, where no failure ends it. @returns what it starts */
    const started = (procedure: string, printed: string, status: number): readonly string[] => {
      const block = shell.findLast(({ marks }) => marks['run'] === procedure)?.commands ?? '';
      expect(block).toContain('siegel log:adopt');
      writeFileSync(join(folder, 'printed'), printed);
      writeFileSync(join(folder, 'called'), '');
      const env = {
        ...process.env,
        FOLDER: folder,
        STATUS: String(status),
        SIEGEL_ETC: join(folder, 'etc'),
        CHECKPOINT: join(folder, 'kept'),
        KEY: '0123abcd',
        SIEGEL_STATE: folder,
        VERSION: 'new',
        lost: 'lost',
      };
      writeFileSync(join(folder, 'lost'), '');
      const input = `SIEGEL_USER=$(id -un)\n${names}\n${DOUBLES}\n${block}`;
      spawnSync('bash', { input, env, cwd: folder, encoding: 'utf8' });
      const called = readFileSync(join(folder, 'called'), 'utf8').split('\n');
      return called.filter((one) => /^(?:systemctl (?:start|restart)|compose up)$/.test(one));
    };

    it.each([
      'adopt-log',
      'adopt-log-containers',
      'retire-append-key',
      'retire-append-key-containers',
      'lost-append-key',
      'restore-containers',
    ])('and start a backend in %s only if the log was adopted', (procedure) => {
      expect(started(procedure, statement, 0)).not.toEqual([]);
      expect(started(procedure, '', 0)).not.toEqual([]);
      expect(started(procedure, 'nda-1@4 the event has no MAC\n', 1)).toEqual([]);
      expect(started(procedure, '', 1)).toEqual([]);
    });
  });

  it('name commands that exist', () => {
    const ofSiegel = shell.flatMap(({ commands }) =>
      [...commands.matchAll(/(?<![\w@/."=-])siegel ([a-z]+(?::[a-z]+)?)\b/g)].map(([, name = '']) => name),
    );
    expect(new Set(ofSiegel).size).toBeGreaterThan(5);
    const ofNpm = pages.flatMap((page) =>
      [...read(page).matchAll(/npm run (?:-s )?([a-z]+(?::[a-z]+)*)/g)].map(([, name = '']) => name),
    );
    const missing = [...ofSiegel, ...ofNpm].filter((name) => !scripts.includes(name));
    expect([...new Set(missing)]).toEqual([]);
  });

  it('list exactly the variables that the service reads', async () => {
    const code = await variablesOfTheCode();
    const page = variablesOfThePage();
    expect([...code].filter((name) => !page.has(name))).toEqual([]);
    expect([...page].filter((name) => !code.has(name))).toEqual([]);
  });

  it('call a variable tuning only if it has a default', () => {
    const tuning = rowsOfThePage().filter((columns) =>
      columns.at(-1)?.includes('Tuning; nobody needs to change it'),
    );
    expect(tuning.length).toBeGreaterThan(3);
    expect(tuning.filter(([, value]) => value === '–')).toEqual([]);
  });

  it('name each variable whose value may be in a file', () => {
    const asked: string[] = [];
    withFiles(new Proxy<NodeJS.ProcessEnv>({}, { get: (_, name) => void asked.push(String(name)) }));
    const [, sentences = ''] = read('docs/operations.md').split('A secret may be in a file instead');
    const secrets = variablesOfThePage();
    const named = new Set(
      [...(sentences.split('\n\n')[0] ?? '').matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name),
    );
    const files = asked
      .filter((name) => name.endsWith('_FILE'))
      .map((name) => name.slice(0, -'_FILE'.length));
    expect(files.length).toBeGreaterThan(10);
    // The page does not repeat the names in the table of secrets. It refers to all secrets of that table
    // together.
    const inTheTable = [
      'MASTER_KEY',
      'MASTER_KEY_OLD',
      'INDEX_KEY',
      'SESSION_SECRET',
      'CHECKPOINT_KEY',
      'APPEND_KEY',
      'LOG_ADOPTED',
      'ADMIN_PASSWORD',
      'AUDITOR_PASSWORD',
      'SEAL_P12_PASSWORD',
    ];
    expect(inTheTable.filter((name) => !secrets.has(name))).toEqual([]);
    expect(files.filter((name) => !named.has(name) && !inTheTable.includes(name))).toEqual([]);
  });
});

it('the runbook has one row for each kind of tampering, and no other rows', () => {
  const [, table = ''] = /^\| `kind` \|.*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(read('docs/operations.md')) ?? [];
  const kinds = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, kind]) => kind);
  expect(kinds.toSorted()).toEqual(Object.keys(TAMPERING_KINDS).toSorted());
});
