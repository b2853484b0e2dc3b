import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(__dirname, '../../src');

/** Advisory locks of PostgreSQL share one space of numbers, whatever module takes them. */
describe('the numbers of the advisory locks', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'),
  );
  const locks = files.flatMap((path) => {
    const text = readFileSync(join(SOURCE, path), 'utf8');
    const found = text.matchAll(/const (\w*LOCK\w*) = (\d[\d_]{6,});/g);
    return [...found].map(([, name, number]) => ({
      path,
      name,
      number: Number(number?.replaceAll('_', '')),
    }));
  });

  it('differ from each other', () => {
    expect(locks.length).toBeGreaterThan(5);
    expect(new Set(locks.map(({ number }) => number)).size).toBe(locks.length);
  });

  it('are all constants with a name, so that the comparison knows them', () => {
    const direct = files.filter((path) =>
      /pg_(?:try_)?advisory\w*lock\w*\(\s*\d/.test(readFileSync(join(SOURCE, path), 'utf8')),
    );
    expect(direct).toEqual([]);
  });
});
