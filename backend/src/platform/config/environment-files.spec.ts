import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withFiles } from './environment-files.js';

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'siegel-environment-'))));
afterAll(() => rm(folder, { recursive: true }));

const file = async (name: string, content: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};

describe('secrets by file', () => {
  it('are read without the trailing line break', async () => {
    const env = {
      MASTER_KEY_FILE: await file('key', 'abc\n'),
      DATABASE_URL_FILE: await file('url', ' postgres://x \n'),
      PORT: '3000',
    };
    expect(withFiles(env)).toMatchObject({
      env: { MASTER_KEY: 'abc', DATABASE_URL: 'postgres://x', PORT: '3000' },
      problems: [],
    });
  });

  it('leave the environment unchanged if no file is named', () => {
    const env = { MASTER_KEY: 'abc', SESSION_SECRET_FILE: '' };
    expect(withFiles(env)).toEqual({ env, problems: [] });
  });

  it('are reported if they are unreadable, empty or given twice, without repeating their content', async () => {
    const env = {
      MASTER_KEY_FILE: join(folder, 'none'),
      INDEX_KEY_FILE: await file('empty', '\n'),
      SMTP_URL: 'smtp://one',
      SMTP_URL_FILE: await file('two', 'smtp://secret'),
    };
    const { problems } = withFiles(env);
    expect(problems).toEqual([
      expect.stringMatching(/^MASTER_KEY_FILE: .* cannot be read/),
      expect.stringMatching(/^INDEX_KEY_FILE: .* is empty/),
      expect.stringMatching(/^SMTP_URL and SMTP_URL_FILE are both set/),
    ]);
    expect(problems.join(' ')).not.toMatch(/secret/);
  });

  it('are ignored for variables that are not secrets', async () => {
    expect(withFiles({ PORT_FILE: await file('port', '80') }).env).not.toHaveProperty('PORT');
  });
});
