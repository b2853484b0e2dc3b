import type { NdaCreated } from '../nda.events.js';
import { oneOfEachCommand } from '../testing/commands.js';
import { stateAfter } from '../testing/given.js';
import { created, hashOf, personal } from '../testing/samples.js';
import { isRepeated, isSameCreation, mayReplaceCookie } from './creation.js';

const command = oneOfEachCommand.CreateNda;
const first = created as NdaCreated;

describe('an id that exists', () => {
  const state = stateAfter(created);
  it('may be used again by the same creator for the same agreement', () =>
    expect(isRepeated(state, command)).toBe(true));
  it('may not be used by another creator, or for another agreement', () => {
    expect(isRepeated(state, { ...command, creatorKeyHash: hashOf('8') })).toBe(false);
    expect(isRepeated(state, { ...command, agreementHash: hashOf('8') })).toBe(false);
  });
});

describe('a key that was used', () => {
  it('identifies the same creation, even on another day and by another version', () =>
    expect(
      isSameCreation(first, {
        ...command,
        issueDate: '2026-11-03',
        agreementHash: hashOf('8'),
        templateVersion: 'v2',
      }),
    ).toBe(true));

  it.each([
    ['terms', { terms: { ...command.terms, returnOfMaterials: false } }],
    ['a person', { personal: { ...personal, party2Name: 'Charles B.' } }],
    ['a field that was empty', { personal: { ...personal, permittedDisclosures: 'x' } }],
    ['a field that is left out now', { personal: { ...personal, party1Company: null } }],
    ['the replaced draft', { replaces: 'another' }],
  ])('identifies another creation if it differs in %s', (_, change) =>
    expect(isSameCreation(first, { ...command, ...change })).toBe(false),
  );

  it('also compares fields that only the first creation had', () => {
    const more = { ...personal, agreementHash: '', agreementSalt: '', reference: 'of a later version' };
    expect(isSameCreation({ ...first, personal: more }, command)).toBe(false);
  });

  it('cannot be compared after an erasure', () =>
    expect(() => isSameCreation({ open: first.open }, command)).toThrow('nda_erased'));
});

describe('a key that replaces a lost cookie', () => {
  it('has at least 16 characters', () => {
    expect(mayReplaceCookie('k'.repeat(15))).toBe(false);
    expect(mayReplaceCookie('k'.repeat(16))).toBe(true);
  });
});
