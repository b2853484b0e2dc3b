import { discardWizardDraft, local, readJson, safeStorage } from './storage.js';

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

it('swallows and logs what the browser refuses', () => {
  const refused = safeStorage(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(refused.get('a')).toBeNull();
  expect(() => refused.set('a', 'b')).not.toThrow();
  expect(() => refused.remove('a')).not.toThrow();
  expect(console.warn).toHaveBeenCalledTimes(3);
});

it('takes damaged JSON for nothing', () => {
  local.set('damaged', '{"a":');
  expect(readJson(local, 'damaged')).toBeUndefined();
});

it('discards the draft and nothing else', () => {
  for (const key of ['nda-form-state', 'nda-optimisation-state', 'language']) local.set(key, 'x');
  discardWizardDraft();
  expect(['nda-form-state', 'nda-optimisation-state', 'language'].map(local.get)).toEqual([null, null, 'x']);
});
