import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from './config.js';
import { withFiles } from './environment-files.js';

/** All variables that hold the address of a server, each with a scheme that it accepts. */
const SCHEMES = {
  PUBLIC_URL: 'https',
  DATABASE_URL: 'postgres',
  EVENT_STORE_URL: 'esdb',
  SMTP_URL: 'smtp',
  SENDGRID_API_BASE: 'https',
  STRIPE_API_BASE: 'https',
  OPENAI_BASE_URL: 'https',
  TSA_URL: 'https',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http',
} as const;
/** Passwords that contain a character that should be escaped in an address. */
const PASSWORDS = ['geh/eim', 'geh#eim', 'geh?eim', '12/geheim', '100%geheim', 'geheim%'];
const IN_FILES = ['DATABASE_URL', 'EVENT_STORE_URL', 'SMTP_URL'];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'siegel-addresses-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const problemsOf = (env: NodeJS.ProcessEnv): string => parseConfig(withFiles(env).env).problems.join('\n');
const cases = Object.entries(SCHEMES).flatMap(([name, scheme]) =>
  PASSWORDS.map((password) => [name, `${scheme}://me:${password}@host.example:2113/x`] as const),
);

describe('a variable with the address of a server', () => {
  it('is in this list if docs/operations.md describes it', () => {
    const page = readFileSync(join(__dirname, '../../../../docs/operations.md'), 'utf8');
    const rows = page.split('\n').filter((line) => line.startsWith('| `'));
    const named = rows.flatMap((row) => [...row.matchAll(/`([A-Z_]+_(?:URL|BASE|ENDPOINT))`/g)]);
    const names = new Set(named.map(([, name]) => name));
    expect([...names].toSorted()).toEqual(Object.keys(SCHEMES).toSorted());
  });

  it('is refused if it holds no address', () => {
    const wrong = Object.fromEntries(Object.keys(SCHEMES).map((name) => [name, 'no address']));
    const { problems } = parseConfig(wrong);
    const named = problems.flatMap((problem) => /^(\w+): expected an address/.exec(problem)?.[1] ?? []);
    expect(named.toSorted()).toEqual(Object.keys(SCHEMES).toSorted());
  });

  it.each(cases)('%s says how to escape a character of its password: %s', (name, address) => {
    const problems = problemsOf({ [name]: address });
    expect(problems).toMatch(new RegExp(`^${name}: the address .*write / as %2F, # as %23, @ as %40`, 'm'));
    expect(problems).not.toMatch(/geh|eim|12\//);
  });

  it.each(cases.filter(([name]) => IN_FILES.includes(name)))(
    '%s says the same if the address is in a file: %s',
    (name, address) => {
      const file = join(folder, name);
      writeFileSync(file, `${address}\r\n`);
      const problems = problemsOf({ [`${name}_FILE`]: file });
      expect(problems).toMatch(new RegExp(`^${name}: the address .*write / as %2F`, 'm'));
      expect(problems).not.toMatch(/geh|eim|12\//);
    },
  );
});
