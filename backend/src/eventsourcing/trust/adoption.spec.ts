import { randomBytes } from 'node:crypto';
import { checkpointPlace, placeName, placeNamed } from './place-names.js';
import { acceptedBy, decodeAdoption, encodeAdoption } from './adoption.js';
import { AppendKeys } from './append-keys.js';

const [first, second] = [randomBytes(32), randomBytes(32)];
const keys = new AppendKeys('log-a', [first]);
const adoption = {
  log: 'log-a',
  size: 12,
  root: 'ab'.repeat(32),
  accepted: [{ stream: 'nda-1', revision: 4, size: 12 }],
  retired: ['0123abcd'],
  reason: 'the restore of 12 November lost an event',
};

describe('the statement of an adoption', () => {
  it('is read as it was written, also after a key came in front of its own', () => {
    const text = encodeAdoption(adoption, keys);
    expect(decodeAdoption(`${text}\n`, keys)).toEqual(adoption);
    expect(decodeAdoption(text, new AppendKeys('log-a', [second, first]))).toEqual(adoption);
  });

  it('names the statements before it, unless it is of a version that did not record them', () => {
    const named = { ...adoption, earlier: ['cd'.repeat(32)] };
    expect(decodeAdoption(encodeAdoption(named, keys), keys)).toEqual(named);
    expect(decodeAdoption(encodeAdoption(adoption, keys), keys)).not.toHaveProperty('earlier');
  });

  it('is refused if any character of it was changed', () => {
    const text = encodeAdoption(adoption, keys);
    for (let at = 0; at < text.length; at += 1) {
      const changed = text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
      expect(() => decodeAdoption(changed, keys)).toThrow('LOG_ADOPTED');
    }
  });

  it('is refused without its key, in another log, and as the MAC of an event', () => {
    const text = encodeAdoption(adoption, keys);
    expect(() => decodeAdoption(text, new AppendKeys('log-a', [second]))).toThrow('APPEND_KEY');
    expect(() => decodeAdoption(text, new AppendKeys('log-b', [first]))).toThrow('LOG_ADOPTED');
    const [body = ''] = text.split('.');
    const mark = keys.markOf({ stream: body, revision: 0, hash: '' });
    expect(() => decodeAdoption(`${body}.${mark}`, keys)).toThrow('LOG_ADOPTED');
  });

  it.each(['', 'log-a', '{}', 'e30.', `e30.${'0'.repeat(52)}`])('is refused if it is %j', (text) =>
    expect(() => decodeAdoption(text, keys)).toThrow('LOG_ADOPTED'),
  );
});

describe('what the operator accepted at a place', () => {
  const place = { stream: 'nda-1', revision: 4 };
  const accepts = (
    kind: string,
    since: readonly string[] = [],
    isContinued = false,
    hash?: string,
  ): boolean =>
    acceptedBy(adoption, { hashesAt: () => new Set(since), isContinued: () => isContinued })(
      place.stream,
      place.revision,
      kind,
      hash,
    );

  it('is everything as long as nothing followed there', () => {
    for (const kind of ['missing', 'truncated', 'forked', 'altered']) expect(accepts(kind)).toBe(true);
    expect(acceptedBy(undefined)('nda-1', 4, 'missing')).toBe(false);
    expect(acceptedBy(adoption)('nda-1', 5, 'missing')).toBe(false);
  });

  it('is that another event is there, once an event followed there, and nothing once a second one did', () => {
    const kinds = ['forked', 'reordered', 'missing', 'truncated', 'altered', 'mac'];
    expect(kinds.filter((kind) => accepts(kind, ['a'], true))).toEqual(['forked', 'reordered']);
    expect(kinds.filter((kind) => accepts(kind, ['a', 'b'], true))).toEqual([]);
  });

  it('is no cut once the stream went on, but still the event that was lost then', () => {
    expect(['missing', 'truncated', 'altered'].filter((kind) => accepts(kind, [], true))).toEqual([
      'altered',
    ]);
    const lost = ['before', 'a', 'b'].filter((hash) => accepts('missing', ['a', 'b'], true, hash));
    expect(lost).toEqual(['before']);
  });
});

describe('the name of a place', () => {
  it.each([{ stream: 'nda-1', revision: 0 }, checkpointPlace({ size: 12, root: 'ab'.repeat(32) })])(
    'names this place only: %j',
    (place) => expect(placeNamed(placeName(place))).toEqual(place),
  );

  it.each([
    '',
    'nda-1',
    'nda-1@',
    'nda-1@-1',
    'nda-1@01',
    'nda-1@1.5',
    'nda-1@1e3',
    '@1',
    'a@b@1',
    'nda 1@1',
  ])('is not %j', (name) => expect(placeNamed(name)).toBeUndefined());
});
