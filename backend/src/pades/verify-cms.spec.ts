import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Certificate } from 'pkijs';
import { signCms } from './build-cms.js';
import { commonNameOf } from './common-name.js';
import { issueCertificate } from './issue-certificate.js';
import { OID } from './oids.js';
import { CmsInvalid } from './cms-invalid.js';
import { certificateBytes, parseCms } from './parse-cms.js';
import { ecIdentity, rsaIdentity } from './testing/fixtures.js';
import { verifyCms } from './verify-cms.js';

const CONTENT = Buffer.from('what was signed');
/** Made by `openssl cms -sign -cades` with the keys of the PKCS #12 fixtures. */
const fixture = (name: string): Buffer => readFileSync(join(__dirname, 'testing/cms', `${name}.der`));

const problemOf = async (der: Uint8Array, content: Uint8Array = CONTENT): Promise<string> => {
  try {
    await verifyCms(parseCms(der), content);
    return 'none';
  } catch (error) {
    return error instanceof CmsInvalid ? error.problem : String(error);
  }
};

const replaced = (der: Buffer, from: Uint8Array, to: Uint8Array): Buffer => {
  const at = der.indexOf(from);
  if (at === -1 || from.length !== to.length) throw new Error('nothing to replace');
  return Buffer.concat([der.subarray(0, at), to, der.subarray(at + from.length)]);
};
/** Returns the DER of an object identifier, which is given in hexadecimal. */
const oid = (hex: string): Buffer => Buffer.from(hex, 'hex');

describe('verifyCms', () => {
  it.each(['pss-sha512', 'pkcs1-sha384-keyid'])('accepts signatures of other tools: %s', async (name) => {
    expect(await problemOf(fixture(name))).toBe('none');
    expect(await problemOf(fixture(name), Buffer.from('what was not signed'))).toBe('content_changed');
    const cms = parseCms(fixture(name));
    const last = cms.signature.length - 1;
    const other = Buffer.from(cms.signature.map((byte, index) => (index === last ? byte ^ 1 : byte)));
    expect(await problemOf(replaced(fixture(name), cms.signature, other))).toBe('signature_invalid');
  });

  it('accepts content inside the CMS, but no second content', async () => {
    await verifyCms(parseCms(fixture('holds-content')));
    expect(parseCms(fixture('holds-content')).content?.toString()).toBe('what was signed');
    expect(await problemOf(fixture('holds-content'), CONTENT)).toBe('unreadable');
    await expect(
      verifyCms(parseCms(replaced(fixture('holds-content'), CONTENT, Buffer.from('what was sIgned')))),
    ).rejects.toThrow('content_changed');
    await expect(verifyCms(parseCms(fixture('pss-sha512')))).rejects.toThrow('unreadable');
  });

  it.each([
    ['sha1', 'weak_algorithm'],
    ['two-signers', 'not_one_signer'],
    ['without-certificate', 'certificate_missing'],
    ['without-signing-certificate', 'other_certificate'],
  ])('refuses %s', async (name, problem) => {
    expect(await problemOf(fixture(name))).toBe(problem);
  });

  it('refuses bytes that are no CMS', async () => {
    const cms = fixture('pss-sha512');
    for (const der of [Buffer.alloc(0), Buffer.from('no'), cms.subarray(0, 200), Buffer.alloc(500, 0x30)])
      expect(await problemOf(der)).toBe('unreadable');
    // Changes the content type from signed data to data.
    expect(await problemOf(replaced(cms, oid('06092a864886f70d010702'), oid('06092a864886f70d010701')))).toBe(
      'unreadable',
    );
  });

  it('refuses another certificate for the same key', async () => {
    const { key, chain } = ecIdentity();
    const own = Certificate.fromBER(Uint8Array.from(chain[0]));
    const times = { notBefore: new Date('2020-01-01T00:00:00Z'), notAfter: new Date('2030-01-01T00:00:00Z') };
    const twin = await issueCertificate(
      {
        ...times,
        subject: commonNameOf(own),
        publicKey: createPublicKey(key),
        keyUsage: ['digitalSignature'],
      },
      key,
    );
    const twinDer = certificateBytes(twin);
    const der = await signCms({ type: OID.data, bytes: CONTENT, detached: true }, { key, chain: [twinDer] });
    expect(await problemOf(der)).toBe('none');
    // Changes one bit of the issuer's signature in the certificate. The CMS still names the certificate
    // correctly, and the key still matches.
    const other = Buffer.from(twinDer.map((byte, index) => (index === twinDer.length - 1 ? byte ^ 1 : byte)));
    expect(await problemOf(replaced(der, twinDer, other))).toBe('other_certificate');
  });

  it('refuses attributes that state another content type', async () => {
    const der = await signCms({ type: OID.data, bytes: CONTENT, detached: true }, rsaIdentity());
    const first = der.indexOf(oid('06092a864886f70d010701'));
    const changed = Buffer.concat([
      der.subarray(0, first),
      oid('06092a864886f70d010703'),
      der.subarray(first + 11),
    ]);
    expect(await problemOf(changed)).toBe('attributes_missing');
  });
});
