import { createHash } from 'node:crypto';
import { TERM_NAMES } from './term-fields.js';
import { NDA_VIEW_VERSION, ndaMembers } from './view.js';

const hashOf = (words: string): string => createHash('sha256').update(words).digest('hex').slice(0, 16);

/**
 * Returns the schemas of the members of the NDA's view (`N`), except the terms. Descriptions and enumerations
 * are left out, because a new value in an enumeration does not change responses that were already sent.
 */
const made = (): string =>
  JSON.stringify(
    Object.entries(ndaMembers).filter(([name]) => !TERM_NAMES.some((term) => term === name)),
    (keyword, value: unknown) => (['description', 'enum'].includes(keyword) ? undefined : value),
  );

it('its version is raised whenever the shape of N changes (rule:unchanged-is-304)', () => {
  expect({ version: NDA_VIEW_VERSION, terms: hashOf(TERM_NAMES.join(' ')), made: hashOf(made()) }).toEqual({
    version: 8,
    terms: 'debb2f4f171fc5a4',
    made: '50f05179caa9e6fe',
  });
});
