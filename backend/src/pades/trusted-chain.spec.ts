import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { type CertificateTemplate, issueCertificate, nameOf } from './issue-certificate.js';
import { certificateBytes } from './parse-cms.js';
import { isTrusted, rootsOf, systemRoots } from './trusted-chain.js';

const TIMES = { notBefore: new Date('2020-01-01T00:00:00Z'), notAfter: new Date('2030-01-01T00:00:00Z') };
const AT = new Date('2026-11-21T00:00:00Z');

/**
 * Returns a chain of certificates. The first certificate is self-signed, and each certificate issues the
 * next.
 */
async function chain(...changes: readonly Partial<CertificateTemplate>[]): Promise<X509Certificate[]> {
  const made: X509Certificate[] = [];
  let issuer: Parameters<typeof issueCertificate>[1] | undefined;
  for (const [index, change] of changes.entries()) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const subject = `Certificate ${index}`;
    const rights = {
      isAuthority: index < changes.length - 1,
      keyUsage: ['keyCertSign', 'digitalSignature'],
    } as const;
    made.push(
      new X509Certificate(
        certificateBytes(
          await issueCertificate(
            { ...TIMES, ...rights, subject, publicKey, ...change },
            issuer ?? privateKey,
          ),
        ),
      ),
    );
    issuer = { name: nameOf(subject), privateKey };
  }
  return made;
}

const holds = async ([root, ...others]: readonly X509Certificate[], at = AT): Promise<boolean> => {
  const leaf = others.at(-1);
  return (
    root !== undefined &&
    leaf !== undefined &&
    (await isTrusted(leaf, others.toReversed(), { roots: [root], at }))
  );
};

describe('isTrusted', () => {
  it('leads to a root through any number of authorities', async () => {
    expect(await holds(await chain({}, {}))).toBe(true);
    const long = await chain({}, {}, {}, {});
    expect(await holds(long)).toBe(true);
    expect(await holds([long[0] as X509Certificate, ...long.slice(2)])).toBe(false);
    const alone = { roots: [long[3] as X509Certificate], at: AT };
    expect(await isTrusted(long[3] as X509Certificate, [], alone)).toBe(true);
  });

  it('requires that all of them were valid at that time', async () => {
    const made = await chain({}, {}, {});
    expect(await holds(made, new Date('2031-01-01T00:00:00Z'))).toBe(false);
    expect(await holds(made, new Date('2019-01-01T00:00:00Z'))).toBe(false);
    const over = { notAfter: new Date('2025-01-01T00:00:00Z') };
    for (const changes of [
      [over, {}, {}],
      [{}, over, {}],
      [{}, {}, over],
    ])
      expect(await holds(await chain(...changes))).toBe(false);
  });

  it('requires that issuers are authorities and stay within their permitted depth', async () => {
    expect(await holds(await chain({}, { isAuthority: false }, {}))).toBe(false);
    expect(await holds(await chain({}, { keyUsage: ['digitalSignature'] }, {}))).toBe(false);
    expect(await holds(await chain({}, { pathLength: 0 }, {}))).toBe(true);
    expect(await holds(await chain({}, { pathLength: 0 }, {}, {}))).toBe(false);
    expect(await holds(await chain({}, { pathLength: 1 }, {}, {}))).toBe(true);
  });

  it('is not deceived by a matching name', async () => {
    const [root] = await chain({}, {});
    const [, leaf] = await chain({}, {});
    expect(await holds([root as X509Certificate, leaf as X509Certificate])).toBe(false);
    const [issuer, own] = await chain({}, {});
    const raw = own?.raw ?? Buffer.alloc(0);
    const unsigned = new X509Certificate(
      Buffer.from(raw.map((byte, index) => (index === raw.length - 1 ? byte ^ 1 : byte))),
    );
    expect(unsigned.checkIssued(issuer as X509Certificate)).toBe(true);
    expect(await holds([issuer as X509Certificate, unsigned])).toBe(false);
  });
});

describe('roots', () => {
  it('are those of Node, or of a bundle', async () => {
    expect(systemRoots().length).toBeGreaterThan(50);
    const [one, other] = await chain({}, {});
    expect(
      rootsOf(`# mine\n${one?.toString()}${other?.toString()}`).map((root) => root.fingerprint256),
    ).toEqual([one?.fingerprint256, other?.fingerprint256]);
    expect(() => rootsOf('nothing')).toThrow('no PEM certificate');
    expect(() => rootsOf('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----')).toThrow();
  });
});
