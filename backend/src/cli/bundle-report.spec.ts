import { otherWords } from '@siegel/contracts/testing/words';
import { BUNDLE_KINDS } from '@siegel/contracts/verification/bundle-kinds';
import { bundleLine, bundleText } from './bundle-report.js';
import { trustedKeysIn } from './trusted-keys.js';

const FACTS = { stream: 'nda-1', events: 9, checkpointAt: '2026-11-21T09:00:00.000Z', shut: 2 };

describe('the report on a bundle', () => {
  it('has the verdict and the facts', () => {
    const intact = { verdict: 'intact', kind: null, at: null, facts: FACTS } as const;
    expect(bundleText(intact, 'en').split('\n')).toEqual([
      'INTACT',
      '  nda-1',
      expect.stringMatching(/^ {2}Events: 9, chained without a gap; checkpoint of .*2026.* UTC$/),
      '  Not disclosed: 2',
    ]);
    expect(bundleText(intact, 'de')).toMatch(
      /^UNVERSEHRT\n {2}nda-1\n {2}Ereignisse: 9, lückenlos verkettet/,
    );
  });

  it('says only that the bundle is consistent in itself if no keys were given', () => {
    const found = { verdict: 'unknown', kind: 'consistent_in_itself', at: null, facts: FACTS } as const;
    expect(bundleText(found, 'en')).toMatch(
      /^UNKNOWN\n {2}Everything fits together\. Who made the bundle is not said/,
    );
    expect(bundleLine(found)).toBe('{"verdict":"unknown","kind":"consistent_in_itself","at":null}');
  });

  it('names the first broken place', () => {
    const found = {
      verdict: 'broken',
      kind: 'event_altered',
      at: 'events.jsonl:3',
      facts: undefined,
    } as const;
    expect(bundleText(found, 'de')).toBe(
      'VERÄNDERT\n  Ein Ereignis wurde verändert.\n  Stelle: events.jsonl:3 (event_altered)',
    );
    expect(bundleLine(found)).toBe('{"verdict":"broken","kind":"event_altered","at":"events.jsonl:3"}');
  });

  it.each(['de', 'en'] as const)('has every kind in the words of the glossary (%s)', (language) => {
    const texts = Object.values(BUNDLE_KINDS).map((entry) => entry[language]);
    expect(otherWords(language, texts)).toEqual([]);
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe('trusted keys', () => {
  it('are a list of ids and keys, with or without other members', () => {
    expect(trustedKeysIn('[{"keyId":"a","publicKey":"b","since":1}]')).toEqual([
      { keyId: 'a', publicKey: 'b' },
    ]);
    expect(trustedKeysIn('{"items":[{"keyId":"a","publicKey":"b"}]}')).toEqual([
      { keyId: 'a', publicKey: 'b' },
    ]);
    expect(trustedKeysIn('[]')).toEqual([]);
  });

  it.each(['', '{}', 'null', '[null]', '[{"keyId":"a"}]', '[{"keyId":1,"publicKey":"b"}]'])(
    'cannot be read from %j',
    (text) => {
      expect(trustedKeysIn(text)).toBeUndefined();
    },
  );
});
