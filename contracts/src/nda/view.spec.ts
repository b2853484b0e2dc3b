import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TERM_NAMES } from './term-fields.js';
import { NDA_VIEW_VERSION } from './view.js';

/** The members of N, with what they are made of, without a word of comment. */
function shape(): string {
  const source = readFileSync(join(__dirname, 'view.ts'), 'utf8');
  const interfaces = source.slice(source.indexOf('export interface RecipientView'));
  return interfaces
    .slice(0, interfaces.indexOf('export interface NdaCreatedView'))
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .concat(TERM_NAMES.join(' '));
}

it('its version is raised with each change of the shape of N (rule:unchanged-is-304)', () => {
  const hash = createHash('sha256').update(shape()).digest('hex');
  expect({ version: NDA_VIEW_VERSION, hash: hash.slice(0, 16) }).toEqual({
    version: 5,
    hash: 'e783d6541aa4d699',
  });
});
