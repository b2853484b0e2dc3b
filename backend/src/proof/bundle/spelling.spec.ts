import {
  canonicalIn,
  isBase64,
  isCheckpointName,
  isCount,
  isHash,
  isKeyId,
  isStream,
  isText,
  isTime,
  isType,
  isUuid,
  linesOf,
  objectIn,
} from './spelling.js';

const HEX = '0123456789abcdef';
const UUID = '01930000-0000-7000-8000-000000000001';

describe('a value of a bundle', () => {
  it.each([
    ['a hash', isHash, HEX.repeat(4)],
    ['the id of a key', isKeyId, HEX],
    ['an id', isUuid, UUID],
    ['a stream', isStream, `nda-${UUID}`],
    ['a time', isTime, '2026-11-21T09:00:00.000Z'],
    ['a type of event', isType, 'NdaCreated.v12'],
    ['the name of a checkpoint', isCheckpointName, `12:${HEX.repeat(4)}`],
    ['base64', isBase64(), 'QUJD'],
  ])('must be %s with nothing before or after it', (_, isRight, value) => {
    expect(isRight(value)).toBe(true);
    for (const wrong of [` ${value}`, `${value} `, `${value}\n`, `\n${value}`, `.${value}`, `${value}/`])
      expect([wrong, isRight(wrong)]).toEqual([wrong, false]);
    for (const wrong of [null, undefined, 7, [value]]) expect(isRight(wrong)).toBe(false);
  });

  it.each([isHash, isKeyId, isUuid, isStream, isTime, isType, isCheckpointName])(
    'must not be empty: %#',
    (isRight) => expect(isRight('')).toBe(false),
  );

  it('must have lowercase letters and exactly one length if it is a hash or a key id', () => {
    for (const wrong of [HEX.repeat(4).toUpperCase(), `${HEX.repeat(4)}0`, HEX.repeat(4).slice(1)])
      expect(isHash(wrong)).toBe(false);
    for (const wrong of [HEX.toUpperCase(), `${HEX}0`, HEX.slice(1)]) expect(isKeyId(wrong)).toBe(false);
  });

  it('must have a version from 1 to 9999 if it is a type of event', () => {
    for (const right of ['A.v1', 'Ab9.v9999']) expect(isType(right)).toBe(true);
    for (const wrong of ['A.v0', 'A.v01', 'A.v10000', '9A.v1', 'A.v', 'A', 'A b.v1', 'A.v1.v2'])
      expect(isType(wrong)).toBe(false);
  });

  it('must be between 0 and the largest exact number if it is a count', () => {
    for (const right of [0, 1, Number.MAX_SAFE_INTEGER]) expect(isCount(right)).toBe(true);
    for (const wrong of [-1, 0.5, Number.MAX_SAFE_INTEGER + 1, Number.NaN, '1', null])
      expect(isCount(wrong)).toBe(false);
  });

  it('must have no lone surrogate if it is text, and the required length if it is base64', () => {
    expect([isText('👩‍💻'), isText('a\ud83d'), isText('\udc69a'), isText(7)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect([isBase64(3)('QUJD'), isBase64(2)('QUJD'), isBase64()('QUJE=')]).toEqual([true, false, false]);
  });
});

describe('the lines of a file', () => {
  it.each([
    ['', []],
    ['\n', ['\n']],
    ['\na\n', ['\n', 'a\n']],
    ['a\nb\n', ['a\n', 'b\n']],
    ['a\n\nb', ['a\n', '\n', 'b']],
  ])('%j are split into %j', (text, lines) =>
    expect(linesOf(Buffer.from(text), 9).map((line) => line.toString())).toEqual(lines),
  );

  it('are parsed only in their one valid spelling', () => {
    const read = (text: string): unknown => canonicalIn(Buffer.from(text));
    expect(read('{"a":1,"b":[]}\n')).toEqual({ a: 1, b: [] });
    for (const wrong of [
      '{"a":1}',
      '{"a":1}\n\n',
      ' {"a":1}\n',
      '{"b":1,"a":1}\n',
      '{"a":1.0}\n',
      '\ufeff{}\n',
    ])
      expect(read(wrong)).toBeUndefined();
    const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}\n`;
    expect(read(deep(32))).toBeDefined();
    expect(read(deep(33))).toBeUndefined();
    const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    expect(objectIn(nested(32))).toBeDefined();
    expect([objectIn(nested(33)), objectIn('[]'), objectIn('{'), objectIn(Buffer.of(0xff))]).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
  });
});
