import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastify from 'fastify';
import { addSecurityHeaders } from './security-headers.js';

const DOCUMENT = readFileSync(join(__dirname, '../../../../docs/security.md'), 'utf8');
/** Headers that every answer has and that do not concern security. */
const PLAIN = ['content-length', 'date', 'connection', 'content-type'];

const headersOf = async (https: boolean): Promise<[string, string][]> => {
  const app = fastify();
  addSecurityHeaders(app, { https });
  app.get('/', () => 'an answer');
  const { headers } = await app.inject('/');
  await app.close();
  return Object.entries(headers)
    .filter(([name]) => !PLAIN.includes(name))
    .map(([name, value]) => [name, String(value)]);
};

describe('the headers of every answer', () => {
  it.each([false, true])('are documented with their values (https: %s)', async (https) => {
    const headers = await headersOf(https);
    expect(headers.length).toBe(https ? 10 : 9);
    for (const [name, value] of headers) {
      const row = DOCUMENT.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
      const plain = value.replace(/;upgrade-insecure-requests$/, '');
      expect([name, row]).toEqual([name, expect.stringContaining(plain)]);
    }
  });
});
