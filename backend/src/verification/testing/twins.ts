import { generateKeyPairSync } from 'node:crypto';
import { EVIDENCE_FILE_NAME } from '@siegel/contracts/evidence/evidence';
import { Certificate } from 'pkijs';
import { consistentForgeries } from '../../delivery/testing/evidence-changes.js';
import { type CmsSigner, type CmsStyle, FIRST_STYLE, signCms, styleFor } from '../../pades/build-cms.js';
import { commonNameOf } from '../../pades/common-name.js';
import { issueCertificate, nameOf } from '../../pades/issue-certificate.js';
import { OID } from '../../pades/oids.js';
import { certificateBytes } from '../../pades/parse-cms.js';
import { readAttachment } from '../../pades/read-attachment.js';
import { splitSignedPdf } from '../../pades/testing/signed-pdf-parts.js';
import { readSeal } from '../../pades/verify-seal.js';
import { withUnsigned } from './cms-rewrites.js';
import { cmsOf, type Mutation, mutation, withCms } from './mutations.js';
import { withAttachment } from './rebuilds.js';

/** Another signer, with the same name as the operator. */
export interface Twin extends CmsSigner {
  readonly chain: readonly [Buffer];
}

export async function twinOf(chain: CmsSigner['chain']): Promise<Twin> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const own = Certificate.fromBER(Uint8Array.from(chain[0]));
  const certificate = await issueCertificate(
    {
      subject: commonNameOf(own),
      publicKey,
      notBefore: new Date('2020-01-01T00:00:00Z'),
      notAfter: new Date('2126-01-01T00:00:00Z'),
      keyUsage: ['digitalSignature'],
    },
    { name: nameOf('Test root'), privateKey },
  );
  return { chain: [certificateBytes(certificate)], key: privateKey };
}

/** Yields files signed by the twin, under the twin's own certificate or under the operator's certificate. */
export function* twinMutations(pdf: Buffer, chain: CmsSigner['chain'], twin: Twin): Generator<Mutation> {
  const signed = async (of: Buffer, under: CmsSigner['chain'], style?: CmsStyle): Promise<Buffer> => {
    const content = { type: OID.data, bytes: splitSignedPdf(of).covered, detached: true };
    return withCms(of, await signCms(content, { ...twin, chain: under }, undefined, style));
  };
  const by = (name: string, make: Mutation['make']): Mutation => mutation('signed by a twin', name, make);
  yield by('under his own certificate', () => signed(pdf, twin.chain));
  yield by("under the operator's certificate", () => signed(pdf, chain));
  yield by("under his own, the operator's behind it", () => signed(pdf, [...twin.chain, ...chain]));
  yield by("under the operator's, his own behind it", () => signed(pdf, [chain[0], ...twin.chain]));
  yield by("under the operator's, in the style of before", () => signed(pdf, chain, FIRST_STYLE));
  yield by('under his own, in the style of before', () => signed(pdf, twin.chain, FIRST_STYLE));
  const text = readAttachment(pdf, EVIDENCE_FILE_NAME)?.toString('utf8') ?? '';
  for (const { name, text: to } of consistentForgeries({ text })) {
    const forged = (): Buffer => withAttachment(pdf, EVIDENCE_FILE_NAME, to);
    yield by(`${name}, under his own certificate`, () => signed(forged(), twin.chain));
    yield by(`${name}, under the operator's`, () => signed(forged(), chain, styleFor(twin.key)));
  }
}

/**
 * Returns a timestamp token over a signature's value. The token comes either from the trusted authority or
 * from an unknown authority.
 */
export type Stamp = (signature: Buffer, at: Date, by: 'trusted' | 'unknown') => Promise<Buffer>;

const MINUTE_MS = 60_000;

/**
 * Yields files whose timestamps were removed, doubled or replaced.
 * @param sealedAt the time of sealing that the seal states
 */
export function* timestampMutations(pdf: Buffer, sealedAt: Date, stamp: Stamp): Generator<Mutation> {
  const cms = cmsOf(pdf);
  const { signature } = readSeal(cms);
  const after = (minutes: number): Date => new Date(sealedAt.getTime() + minutes * MINUTE_MS);
  const stamped = (name: string, ...tokens: (() => Promise<Buffer>)[]): Mutation =>
    mutation('a timestamp', name, async () => {
      const made: Buffer[] = [];
      for (const token of tokens) made.push(await token());
      return withCms(pdf, withUnsigned(cms, ...made));
    });
  const trusted = (minutes: number) => () => stamp(signature, after(minutes), 'trusted');
  yield stamped('taken away');
  yield stamped('twice', trusted(0), trusted(0));
  yield stamped('of an authority that is not known', () => stamp(signature, sealedAt, 'unknown'));
  yield stamped('about another signature', () => stamp(Buffer.from('another'), sealedAt, 'trusted'));
  for (const minutes of [61, -61, 525_600]) yield stamped(`${minutes} minutes later`, trusted(minutes));
}
