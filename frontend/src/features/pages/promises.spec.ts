import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const texts = (language: string, namespace: string): string =>
  readFileSync(join(__dirname, '../../locales', language, `${namespace}.json`), 'utf8');

/** What only some installations have, or none yet, is told where it is had: no page promises it to everybody. */
it.each(['home', 'pages', 'legal', 'common'])(
  '%s promises neither signing by link nor rewriting',
  (namespace) => {
    expect(texts('de', namespace)).not.toMatch(/einen Link|aus der Ferne|überarbeit|\bKI\b|3,98/i);
    expect(texts('en', namespace)).not.toMatch(/a link|remote|rewrit|assistant|\bAI\b|3\.98/i);
  },
);
