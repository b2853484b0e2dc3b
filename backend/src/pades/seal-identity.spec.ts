import { createHash, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { type CertificateTemplate, issueCertificate } from './issue-certificate.js';
import { createSealIdentity, openSealIdentity, type SealIdentityProblem } from './seal-identity.js';
import { FIXTURE_PASSWORD, p12Fixture as fixture } from './testing/fixtures.js';
import { writeP12 } from './write-p12.js';

const NOW = new Date('2026-11-21T08:00:00.500Z');
const RSA_FIXTURE = '00cf3beaa5688d14bdfc7b87c488ca08df28abf37a7ea3ed83ecfa65fbea17a5';
const EC_FIXTURE = 'b9b6f6a725868245eb4f9b1b794f0085f3122faa82033a059593774d536d8936';

const problemOf = (work: () => unknown): SealIdentityProblem | 'none' => {
  try {
    work();
    return 'none';
  } catch (error) {
    return (error as { problem: SealIdentityProblem }).problem;
  }
};

async function p12Of(
  keys: { publicKey: KeyObject; privateKey: KeyObject },
  change: Partial<CertificateTemplate> = {},
): Promise<Buffer> {
  const certificate = await issueCertificate(
    {
      subject: 'Test',
      publicKey: keys.publicKey,
      notBefore: NOW,
      notAfter: NOW,
      keyUsage: ['digitalSignature'],
      ...change,
    },
    keys.privateKey,
  );
  return writeP12(keys.privateKey, certificate, 'word');
}

const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength });
const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });

describe('a generated seal identity', () => {
  let made: { p12: Buffer; password: string };
  beforeAll(async () => {
    made = await createSealIdentity({ subject: 'Siegel, Müller & Söhne', now: NOW });
  });

  it('opens only with its password', () => {
    expect(openSealIdentity(made.p12, made.password).chain).toHaveLength(1);
    expect(problemOf(() => openSealIdentity(made.p12, `${made.password}x`))).toBe('wrong_password');
    expect(made.password).toMatch(/^[0-9a-f]{64}$/);
    expect(made.p12.includes('PRIVATE')).toBe(false);
  });

  it('may sign documents for three years, and has no other purpose', () => {
    const identity = openSealIdentity(made.p12, made.password);
    const certificate = new X509Certificate(identity.chain[0]);
    expect(identity.certificateHash).toBe(createHash('sha256').update(certificate.raw).digest('hex'));
    expect(identity.notBefore).toEqual(new Date('2026-11-21T07:00:00Z'));
    expect(identity.notAfter).toEqual(new Date('2029-11-21T08:00:00Z'));
    expect(certificate.ca).toBe(false);
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.36', '1.3.6.1.5.5.7.3.4']);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.checkPrivateKey(identity.key)).toBe(true);
    expect(identity.key.asymmetricKeyDetails?.modulusLength).toBe(3072);
    // The bytes of the critical extension keyUsage, with digitalSignature, nonRepudiation and six unused
    // bits.
    expect(certificate.raw.includes(Buffer.from('0603551d0f0101ff0404030206c0', 'hex'))).toBe(true);
  });

  it('is different each time', async () => {
    const other = await createSealIdentity({ subject: 'Siegel', now: NOW, password: 'given' });
    expect(other.password).toBe('given');
    expect(openSealIdentity(other.p12, 'given').certificateHash).not.toBe(
      openSealIdentity(made.p12, made.password).certificateHash,
    );
  });
});

describe("the operator's own seal identity", () => {
  it.each([
    ['rsa-chain-modern', 'rsa', RSA_FIXTURE],
    ['rsa-chain-legacy', 'rsa', RSA_FIXTURE],
    ['ec-chain-modern', 'ec', EC_FIXTURE],
  ] as const)('opens a file written by openssl: %s', (name, type, hash) => {
    const identity = openSealIdentity(fixture(name), FIXTURE_PASSWORD);
    expect(identity.certificateHash).toBe(hash);
    expect(identity.key.asymmetricKeyType).toBe(type);
    expect(identity.chain.slice(1).map((der) => new X509Certificate(der).subject)).toEqual([
      'CN=Fixture intermediate',
      'CN=Fixture root',
    ]);
    expect(problemOf(() => openSealIdentity(fixture(name), 'Fixture'))).toBe('wrong_password');
  });

  it('is refused, and the reason is stated', async () => {
    const strong = rsa(2048);
    const forOthers = await p12Of(strong, { keyUsage: ['keyCertSign'] });
    const foreign = await writeP12(
      ec('prime256v1').privateKey,
      await issueCertificate(
        {
          subject: 'x',
          publicKey: strong.publicKey,
          notBefore: NOW,
          notAfter: NOW,
          keyUsage: ['digitalSignature'],
        },
        strong.privateKey,
      ),
      'word',
    );
    const modern = fixture('rsa-chain-modern');
    expect(problemOf(() => openSealIdentity(fixture('no-key'), FIXTURE_PASSWORD))).toBe('no_key');
    expect(problemOf(() => openSealIdentity(foreign, 'word'))).toBe('no_certificate');
    expect(problemOf(() => openSealIdentity(forOthers, 'word'))).toBe('not_for_signing');
    for (const bytes of [Buffer.alloc(0), Buffer.from('-----BEGIN'), modern.subarray(0, modern.length - 9)])
      expect(problemOf(() => openSealIdentity(bytes, FIXTURE_PASSWORD))).toBe('unreadable');
  });

  it('is refused if its key is weak', async () => {
    for (const keys of [rsa(1024), rsa(2040)]) {
      const p12 = await p12Of(keys);
      expect(problemOf(() => openSealIdentity(p12, 'word'))).toBe('weak_key');
    }
    for (const keys of [rsa(2048), ec('prime256v1'), ec('secp384r1'), ec('secp521r1')]) {
      const p12 = await p12Of(keys);
      expect(problemOf(() => openSealIdentity(p12, 'word'))).toBe('none');
    }
  });
});
