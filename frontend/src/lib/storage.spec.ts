import { local, safeStorage } from './storage.js';
import { discardWizardDraft, expectAgreement, readJson } from './stored-draft.js';

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

it('logs and ignores a refusal of the browser', () => {
  const refused = safeStorage(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(refused.get('a')).toBeNull();
  expect(() => refused.set('a', 'b')).not.toThrow();
  expect(() => refused.remove('a')).not.toThrow();
  expect(console.warn).toHaveBeenCalledTimes(3);
});

it('treats damaged JSON as absent', () => {
  local.set('damaged', '{"a":');
  expect(readJson(local, 'damaged')).toBeUndefined();
});

it('discards only the draft', () => {
  for (const key of ['nda-form-state', 'nda-optimisation-state', 'language']) local.set(key, 'x');
  discardWizardDraft();
  expect(['nda-form-state', 'nda-optimisation-state', 'language'].map(local.get)).toEqual([null, null, 'x']);
});

it('reserves room for one more agreement, but for three at most', () => {
  const kept = [1, 2, 3, 4].map(() => {
    expectAgreement();
    return local.get('open-agreements');
  });
  expect(kept).toEqual(['1', '2', '3', '3']);
  local.set('open-agreements', 'damaged');
  expectAgreement();
  expect(local.get('open-agreements')).toBe('1');
});
