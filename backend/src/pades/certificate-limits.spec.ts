import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import * as asn1 from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, TSTInfo } from 'pkijs';
import { encodeCms, FIRST_STYLE, signCms } from './build-cms.js';
import { type CertificateTemplate, issueCertificate } from './issue-certificate.js';
import { OID } from './oids.js';
import { CmsInvalid } from './cms-invalid.js';
import { certificateBytes } from './parse-cms.js';
import { rsaIdentity } from './testing/fixtures.js';
import { verifyTimestampToken } from './timestamp-token.js';
import { isTrusted, WAY_CERTIFICATES_MAX } from './trusted-chain.js';
import { isSealValid, readSeal } from './verify-seal.js';
import { sha256 } from '../platform/crypto/sha256.js';

const AT = new Date('2026-11-21T00:00:00Z');
const TIMES = { notBefore: new Date('2020-01-01T00:00:00Z'), notAfter: new Date('2030-01-01T00:00:00Z') };
const KEYS = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/**
 * Returns a certificate. All certificates that this function returns have the same name and the same key, so
 * each of them may be the issuer of any other.
 */
const lookalike = async (more: Partial<CertificateTemplate> = {}): Promise<Buffer> =>
  certificateBytes(
    await issueCertificate(
      {
        ...TIMES,
        subject: 'Anybody',
        publicKey: KEYS.publicKey,
        keyUsage: ['keyCertSign', 'digitalSignature'],
        isAuthority: true,
        ...more,
      },
      KEYS.privateKey,
    ),
  );
const lookalikes = (count: number): Promise<Buffer[]> =>
  Promise.all(Array.from({ length: count }, () => lookalike()));

/** Runs `work` and returns how many certificate signatures are verified while it runs. */
async function verifications(work: () => Promise<unknown>): Promise<number> {
  const verify = jest.spyOn(X509Certificate.prototype, 'verify');
  try {
    await work();
    return verify.mock.calls.length;
  } finally {
    verify.mockRestore();
  }
}

describe('a search for a way to a trusted root', () => {
  it('verifies each pair of certificates once, although each may be the issuer of each', async () => {
    const made = (await lookalikes(WAY_CERTIFICATES_MAX)).map((der) => new X509Certificate(der));
    const [own, ...others] = made as [X509Certificate, ...X509Certificate[]];
    const found = await verifications(async () =>
      expect(await isTrusted(own, others, { roots: [], at: AT })).toBe(false),
    );
    expect(found).toBe((WAY_CERTIFICATES_MAX - 1) ** 2);
  });
});

describe('a timestamp', () => {
  const signature = Buffer.from('the value of a signature');
  /** Returns a timestamp token that contains this number of certificates. None of them is trusted. */
  async function token(certificates: number): Promise<Buffer> {
    const info = new TSTInfo({
      version: 1,
      policy: '1.3.6.1.4.1.99999.1',
      messageImprint: new MessageImprint({
        hashAlgorithm: new AlgorithmIdentifier({ algorithmId: OID.sha256 }),
        hashedMessage: new asn1.OctetString({ valueHex: Uint8Array.from(sha256(signature)) }),
      }),
      serialNumber: new asn1.Integer({ value: 1 }),
      genTime: AT,
    });
    const content = {
      type: OID.timestampInfo,
      bytes: Buffer.from(info.toSchema().toBER(false)),
      detached: false,
    };
    const own = await lookalike({ extendedKeyUsage: { purposes: [OID.timeStamping], critical: true } });
    const chain = [own, ...(await lookalikes(certificates - 1))] as const;
    return signCms(content, { chain: [own, ...chain.slice(1)], key: KEYS.privateKey });
  }

  it('may have as many certificates as a way to a root, and no more', async () => {
    const longest = await token(WAY_CERTIFICATES_MAX);
    await expect(verifyTimestampToken(longest, signature, [])).rejects.toThrow('untrusted');
    const longer = await token(WAY_CERTIFICATES_MAX + 1);
    const found = await verifications(() =>
      expect(verifyTimestampToken(longer, signature, [])).rejects.toThrow('unreadable'),
    );
    expect(found).toBe(0);
  });
});

describe('a seal', () => {
  const identity = rsaIdentity();
  const content = { type: OID.data, bytes: Buffer.from('a document'), detached: true };
  const seal = async (certificates: number) => {
    const others = Array.from({ length: certificates - 1 }, () => identity.chain[0]);
    const chain = [identity.chain[0], ...others] as const;
    return encodeCms(
      { style: FIRST_STYLE, content, chain: [chain[0], ...chain.slice(1)], key: identity.key },
      Buffer.alloc(256, 1),
    );
  };

  it('may have 32 certificates, and no more', async () => {
    expect(readSeal(await seal(32)).chain).toHaveLength(32);
    expect(() => readSeal(Buffer.from([]))).toThrow(CmsInvalid);
    const more = await seal(33);
    expect(() => readSeal(more)).toThrow(CmsInvalid);
  });

  it('whose signature is not genuine costs no signature of a certificate', async () => {
    const [own, ...others] = await lookalikes(32);
    if (own === undefined) throw new Error('there is no certificate');
    const frame = { style: FIRST_STYLE, content, chain: [own, ...others] as const, key: KEYS.privateKey };
    const read = readSeal(encodeCms(frame, Buffer.alloc(70, 1)));
    const found = await verifications(async () => expect(await isSealValid(read, content.bytes)).toBe(false));
    expect(found).toBe(0);
  });
});
