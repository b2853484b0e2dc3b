import * as asn1 from 'asn1js';
import { MessageImprint } from 'pkijs';
import { freePort } from '../platform/embedded-postgres/free-port.js';
import { type DerElement, elementsIn, readDer, writeDer } from './der.js';
import { OID } from './oids.js';
import { type Behaviour, startTimestampServer, type TimestampServer } from './testing/timestamp-authority.js';
import { requestTimestamp, type TimestampAuthority, TimestampFailed } from './timestamp.js';
import { TimestampInvalid, verifyTimestampToken } from './timestamp-token.js';
import { systemRoots } from './trusted-chain.js';
import { tenthUnlessLong } from '../platform/testing/long-run.js';

const SIGNATURE = Buffer.from('the value of a signature');
const OTHER = Buffer.from('another signature');
const clock = { now: () => new Date() };

describe('requestTimestamp', () => {
  let server: TimestampServer;
  beforeAll(async () => {
    server = await startTimestampServer();
  });
  afterAll(() => server.close());
  beforeEach(() => server.behave({}));

  const authority = (change: Partial<TimestampAuthority> = {}): TimestampAuthority => ({
    url: server.url,
    roots: server.roots,
    clock,
    ...change,
  });
  const failure = async (change: Partial<TimestampAuthority> = {}): Promise<string> =>
    requestTimestamp(authority(change), SIGNATURE).then(
      () => 'none',
      (error: unknown) => (error instanceof TimestampFailed ? error.code : String(error)),
    );

  it('returns a token that covers exactly this signature', async () => {
    const time = new Date(Math.floor(Date.now() / 1000) * 1000);
    server.behave({ time });
    const { token, at } = await requestTimestamp(authority(), SIGNATURE);
    expect(at).toEqual(time);
    expect(await verifyTimestampToken(token, SIGNATURE, server.roots)).toMatchObject({
      at: time,
      authority: 'Test time',
    });
    await expect(verifyTimestampToken(token, OTHER, server.roots)).rejects.toThrow('wrong_imprint');
    await expect(verifyTimestampToken(token, SIGNATURE, systemRoots())).rejects.toThrow('untrusted');
    expect(server.lastHeaders()).toMatchObject({ 'content-type': 'application/timestamp-query' });
  });

  // Changes every third byte of a token, one at a time. In `npm test`, changes only every thirtieth byte.
  it('detects any changed byte of a token', async () => {
    const { token } = await requestTimestamp(authority(), SIGNATURE);
    const unnoticed: number[] = [];
    for (let place = 0; place < token.length; place += 30 / tenthUnlessLong(10)) {
      const flipped = Buffer.from(token);
      flipped[place] = (flipped[place] ?? 0) ^ (1 << (place % 8));
      const after = await verifyTimestampToken(flipped, SIGNATURE, server.roots).catch((error: unknown) => {
        if (!(error instanceof TimestampInvalid)) throw error;
      });
      if (after !== undefined) unnoticed.push(place);
    }
    expect(unnoticed).toEqual([]);
  });

  it('logs in if the address contains credentials', async () => {
    await requestTimestamp(authority({ url: server.url.replace('//', '//user%40x:p%3Aw@') }), SIGNATURE);
    expect(server.lastHeaders().authorization).toBe(`Basic ${Buffer.from('user@x:p:w').toString('base64')}`);
  });

  const later = (ms: number): Date => new Date(Date.now() + ms);
  const imprintOf =
    (bytes: Uint8Array, algorithm: string) =>
    (asked: MessageImprint): MessageImprint => {
      asked.hashAlgorithm.algorithmId = algorithm;
      return new MessageImprint({
        hashAlgorithm: asked.hashAlgorithm,
        hashedMessage: new asn1.OctetString({ valueHex: Uint8Array.from(bytes) }),
      });
    };
  const flipLast = (der: Buffer): Buffer =>
    Buffer.from(der.map((byte, index) => (index === der.length - 1 ? byte ^ 1 : byte)));

  it.each<[string, Behaviour]>([
    ['wrong_nonce', { nonce: () => new asn1.Integer({ value: 7 }) }],
    ['wrong_nonce', { nonce: () => undefined }],
    ['wrong_imprint', { imprint: imprintOf(Buffer.alloc(32, 1), OID.sha256) }],
    [
      'wrong_imprint',
      { imprint: (asked) => imprintOf(Buffer.from(asked.hashedMessage.getValue()), OID.sha512)(asked) },
    ],
    ['refused', { status: 2 }],
    ['refused', { status: 3 }],
    ['unreadable', { status: 0 }],
    ['unreadable', { answer: () => Buffer.from('<html>') }],
    ['unreadable', { answer: () => Buffer.alloc(0) }],
    ['unreadable', { answer: (der) => der.subarray(0, der.length - 40) }],
    ['bad_signature', { answer: flipLast }],
    ['too_large', { answer: (der) => Buffer.concat([der, Buffer.alloc(70_000)]) }],
    ['refused', { raw: (reply) => void reply.writeHead(500).end() }],
    ['unreachable', { raw: (reply) => void reply.destroy() }],
    ['wrong_time', { time: later(-2 * 3_600_000) }],
    ['wrong_time', { time: later(2 * 3_600_000) }],
    ['untrusted', { time: new Date('2019-12-31T00:00:00Z') }],
  ])('returns no token: %s %o', async (code, behaviour) => {
    server.behave(behaviour);
    expect(await failure()).toBe(code);
  });

  // Encodes the length of the signer's algorithm in more bytes than the one that DER allows. No signature
  // covers the algorithm, so only the check of the encoding can refuse the token.
  it.each([
    ['two bytes', [0x82, 0]],
    ['one byte', [0x81]],
  ])(
    'refuses a token with a length that is encoded with %s too many, though everything else is valid',
    async (_, more) => {
      const along = (element: DerElement, [at, ...below]: readonly number[]): Buffer =>
        at === undefined
          ? Buffer.concat([Buffer.from([element.tag, ...more, element.content.length]), element.content])
          : writeDer(
              element.tag,
              ...elementsIn(element).map((part, index) => (index === at ? along(part, below) : part.bytes)),
            );
      server.behave({ answer: (der) => along(readDer(der), [1, 1, 0, 4, 0, 4, 0]) });
      expect(await failure()).toBe('unreadable');
    },
  );

  it('follows no redirect', async () => {
    let asked = 0;
    server.behave({
      raw: (reply) => {
        asked += 1;
        reply.writeHead(302, { location: '/elsewhere' }).end();
      },
    });
    expect(await failure()).toBe('unreachable');
    expect(asked).toBe(1);
  });

  it('waits no longer than its limit', async () => {
    server.behave({ raw: () => undefined });
    expect(await failure({ withinMs: 60 })).toBe('late');
    // The answer starts but never ends.
    server.behave({ raw: (reply) => void reply.writeHead(200).write('0') });
    expect(await failure({ withinMs: 60 })).toBe('late');
  });

  it('returns no token if no server listens', async () => {
    expect(await failure({ url: `http://127.0.0.1:${await freePort()}/` })).toBe('unreachable');
  });

  it.each([
    [
      'is for nothing in particular',
      { extendedKeyUsage: { purposes: [OID.timeStamping], critical: false } },
      'not_for_timestamps',
    ],
    [
      'is for more',
      { extendedKeyUsage: { purposes: [OID.timeStamping, OID.emailProtection], critical: true } },
      'not_for_timestamps',
    ],
    [
      'is for something else',
      { extendedKeyUsage: { purposes: [OID.emailProtection], critical: true } },
      'not_for_timestamps',
    ],
    ['has expired', { notAfter: new Date('2021-01-01T00:00:00Z') }, 'untrusted'],
  ])('trusts no authority whose certificate %s', async (_, own, code) => {
    const other = await startTimestampServer(own);
    try {
      expect(await failure({ url: other.url, roots: other.roots })).toBe(code);
    } finally {
      await other.close();
    }
  });

  it('trusts no certificate whose issuer may not sign certificates', async () => {
    const other = await startTimestampServer({}, { isAuthority: false, keyUsage: ['digitalSignature'] });
    try {
      expect(await failure({ url: other.url, roots: other.roots })).toBe('untrusted');
    } finally {
      await other.close();
    }
  });
});
