import { crc32 } from 'node:zlib';
import { SIGNATURE_MAX_BYTES } from '@siegel/contracts/limits';
import { encode } from 'fast-png';

/** Schema of a JSON body in the API description. It contains only the members that are used here. */
export interface BodySchema {
  readonly properties?: Readonly<
    Record<
      string,
      { readonly type?: string | readonly string[]; readonly maxLength?: number; readonly enum?: unknown }
    >
  >;
}

/** Size in bytes, a little less than the limit for a body. */
const BYTES = 990_000;
/** Combining marks of two classes, which normalisation has to sort. */
const MARKS = '\u0301\u0316';

const filled = (unit: string, bytes: number): string =>
  unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)));

/** Returns a PNG of the largest allowed size, whose pixels compress to few bytes. */
function picture(depth: 8 | 16, value: (n: number) => number): string {
  const [width, height, channels] = [2000, 1000, 4];
  const length = width * height * channels;
  const data = depth === 8 ? Uint8Array.from({ length }, (_, n) => value(n)) : new Uint16Array(length);
  const bytes = Buffer.from(encode({ width, height, data, channels, depth }));
  return `data:image/png;base64,${bytes.toString('base64')}`;
}

const DOTS = 2000 * 1000;
/**
 * The largest accepted picture with one stroke at the bottom. The search for a stroke goes through everything
 * above the stroke first.
 */
export const LARGEST_SIGNATURE = picture(8, (n) => (n % 4 === 3 && n >= DOTS * 4 - 40_000 ? 255 : 0));
/** An empty picture. The search for a stroke goes through all of it before the picture is refused. */
const BLANK = picture(8, () => 0);
const SIXTEEN_BIT = picture(16, () => 0);

/** The largest accepted picture, in as many chunks as fit into the limit of its length. */
function inManyChunks(): string {
  const bytes = Buffer.from(LARGEST_SIGNATURE.split(',')[1] ?? '', 'base64');
  // The PNG signature and the header chunk have 33 bytes together, and the end chunk has twelve.
  const [head, end] = [bytes.subarray(0, 33), bytes.subarray(-12)];
  const data = bytes.subarray(41, -16);
  const count = Math.min(data.length, Math.floor((SIGNATURE_MAX_BYTES - data.length - 45) / 12));
  const size = Math.floor(data.length / count);
  const parts = Array.from({ length: count }, (_, n) => {
    const part = data.subarray(n * size, n === count - 1 ? undefined : (n + 1) * size);
    const body = Buffer.concat([Buffer.from('IDAT'), part]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(part.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  });
  return `data:image/png;base64,${Buffer.concat([head, ...parts, end]).toString('base64')}`;
}
const IN_MANY_CHUNKS = inManyChunks();

const textsOf = (schema: BodySchema): string[] =>
  Object.entries(schema.properties ?? {})
    .filter(([, { type, enum: values }]) => [type].flat().includes('string') && values === undefined)
    .map(([name]) => name);

/**
 * Members whose maximum length is at least this value are free texts. Members with a lower maximum are codes.
 */
const FREE_TEXT = 40;

function filledTexts(legal: object, schema: BodySchema, fill: (max: number) => string): object {
  const texts = textsOf(schema)
    .filter((name) => name !== 'signature' && !/email$/i.test(name))
    .map((name): [string, number] => [name, schema.properties?.[name]?.maxLength ?? 0])
    .filter(([, max]) => max >= FREE_TEXT);
  return {
    ...legal,
    ...Object.fromEntries(texts.map(([name, max]) => [name, fill(max)])),
    ...('signature' in legal ? { signature: LARGEST_SIGNATURE } : {}),
  };
}

/**
 * Returns a valid body whose texts all have their maximum length after normalisation. Before normalisation,
 * each letter consists of two characters.
 */
export const longest = (legal: object, schema: BodySchema): object =>
  filledTexts(legal, schema, (max) => 'a\u0308'.repeat(max));

/**
 * Returns a body whose texts all have their maximum length and consist of the letters that are most expensive
 * to normalise.
 */
export const longestPiles = (legal: object, schema: BodySchema): object =>
  filledTexts(legal, schema, (max) => `a${MARKS.repeat(15)}`.repeat(max).slice(0, max));

/** Returns bodies that an attacker might send, by their descriptions. */
export function hostileBodies(legal: object, schema: BodySchema): Record<string, string> {
  const texts = textsOf(schema);
  const all = (value: string): string =>
    JSON.stringify({ ...legal, ...Object.fromEntries(texts.map((name) => [name, value])) });
  const share = Math.floor(BYTES / Math.max(1, texts.length)) - 100;
  const many = Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`f${n}`, n]));
  return {
    'a pile of marks in each text': all(`a${filled(MARKS, share)}`),
    'letters of many marks': all(filled(`a${MARKS.repeat(14)}`, share)),
    'spaces around each text': all(filled(' ', share)),
    'dots and at signs': all(`a@${filled('a.', share)}`),
    'hyphens and digits': all(filled('1-', share)),
    'many unknown fields': JSON.stringify(many),
    'long names': JSON.stringify({ [filled('x', BYTES / 2)]: 1, [filled('y', BYTES / 2)]: 1 }),
    'a deep list': `{"a":${'['.repeat(BYTES / 2 - 10)}${']'.repeat(BYTES / 2 - 10)}}`,
    'a long list': `{"a":[${filled('1,', BYTES)}1]}`,
    'a list in each field': JSON.stringify(
      Object.fromEntries(Object.keys(schema.properties ?? {}).map((name) => [name, Array(400).fill('x')])),
    ),
    'names of what all objects have': '{"constructor":{"prototype":{"x":1}}}',
    escapes: `{"a":"${filled('\\u0041', BYTES)}"}`,
    'no end': `{"a":"${filled('x', BYTES)}`,
    'not UTF-8': `{"a":"${filled('\u00ff', BYTES)}"}`,
    'too much': `{"a":"${filled('x', 3_000_000)}"}`,
    ...('signature' in legal
      ? {
          'a picture of 16 bit': JSON.stringify({ ...legal, signature: SIXTEEN_BIT }),
          'a picture of nothing': JSON.stringify({ ...legal, signature: BLANK }),
          'a picture in many chunks': JSON.stringify({ ...legal, signature: IN_MANY_CHUNKS }),
        }
      : {}),
  };
}
