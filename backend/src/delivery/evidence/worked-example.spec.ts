import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONSENT_WORDING, consentText } from '@siegel/contracts/agreement/consent';
import { LANGUAGES, type Language } from '@siegel/contracts/enums';
import { canonicalJson } from '@siegel/contracts/evidence/canonical';
import { checkEvidence } from '@siegel/contracts/evidence/check-evidence';
import { type Evidence, type ShownEvent, SHOWN_TYPES } from '@siegel/contracts/evidence/evidence';
import type { EvidenceV1 } from '@siegel/contracts/evidence/evidence-v1';
import type { Receipt } from '@siegel/contracts/receipt';
import { ndaEvents } from '../../nda/nda.registry.js';
import { OID } from '../../pades/oids.js';
import { readAttachment } from '../../pades/read-attachment.js';
import { stageOneDocument, stageOneNda } from '../../../testing/stage-one-data/load-stage-one-data.js';
import { type DestructionReceipt, verifyDestruction } from '../../vault/erasure.js';
import { verifyReceipt } from '../../vault/receipts.js';

const PAGE = readFileSync(join(__dirname, '../../../../docs/verification.md'), 'utf8');
/**
 * Evidence that was made when docs/verification.md was written. Later versions of the check must still accept
 * this evidence.
 */
const KEPT = JSON.parse(readFileSync(join(__dirname, 'fixtures/evidence-2.json'), 'utf8')) as Evidence;

const sha256 = (...parts: readonly (Buffer | string)[]): string =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part as string))))
    .digest('hex');

/** Returns the lines of the block `example <name>` in docs/verification.md. */
function example(name: string): string[] {
  const block = new RegExp(`^\`\`\`example ${name}\n([^\`]*)\n\`\`\`$`, 'm').exec(PAGE)?.[1];
  if (block === undefined) throw new Error(`the page has no example '${name}'`);
  return block.split('\n');
}

/**
 * Reads a block in which each part is preceded by its length. Returns the parts and lengths, the bytes, and
 * the hash that the page states.
 */
function framed(name: string) {
  const lines = example(name);
  const named = lines.pop()?.slice('= '.length);
  const parts = lines.map((line) => line.slice(9));
  const bytes = Buffer.concat(
    lines.flatMap((line, index) => [
      Buffer.from(line.slice(0, 8), 'hex'),
      Buffer.from(parts[index] ?? '', 'utf8'),
    ]),
  );
  const lengths = lines.map((line) => Number.parseInt(line.slice(0, 8), 16));
  return { parts, lengths, bytes, named };
}

/** Returns the rows of the table below the header row `head`. Each row is an array of cells. */
function table(head: string): string[][] {
  const [, below = ''] = PAGE.split(`${head}\n`);
  const rows = below.slice(0, below.indexOf('\n\n')).split('\n').slice(1);
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
const quoted = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, inside = '']) => inside);

describe('the worked example of docs/verification.md', () => {
  const [created, signed, , completed, withheld] = KEPT.events as unknown as ShownEvent[];

  it('describes a stored piece of evidence, which is consistent', () =>
    expect(checkEvidence(canonicalJson(KEPT))).toMatchObject({ consistent: true, problems: [] }));

  it.each(['content', 'hash', 'withheld', 'format-1'])('gives the right %s from its parts', (name) => {
    const { parts, lengths, bytes, named } = framed(name);
    expect(lengths).toEqual(parts.map((part) => Buffer.byteLength(part)));
    expect(sha256(bytes)).toBe(named);
    if (name !== 'withheld') expect(PAGE).toContain(`${bytes.length} bytes`);
  });

  it('shows the values of that evidence', () => {
    const { stream } = KEPT;
    const {
      blind = '',
      id = '',
      type = '',
      core = '',
      data = '',
      content = '',
      previousHash = '',
      hash = '',
    } = completed ?? {};
    expect(framed('content').parts).toEqual(['content', '2', blind, id, type, core, data]);
    expect(framed('content').named).toBe(content);
    expect(framed('hash').parts).toEqual(['event', '2', stream, '3', content, previousHash]);
    expect(framed('hash').named).toBe(hash);
    expect(example('bytes').join('')).toBe(framed('hash').bytes.toString('hex'));
    expect(framed('withheld').parts).toEqual(['event', '2', stream, '4', withheld?.content, hash]);
    expect(framed('withheld').named).toBe(withheld?.hash);
  });

  it('computes the disclosed parts and the agreement from their salts', () => {
    const { salt = '', personal } = signed?.disclosed ?? {};
    const [base64, hex = '', text = '', commitment] = example('disclosed');
    expect([base64, Buffer.from(hex, 'hex').toString('base64')]).toEqual([salt, salt]);
    expect(text).toBe(canonicalJson({ personal }));
    expect(commitment).toBe(`= ${sha256(Buffer.from(hex, 'hex'), text)}`);
    expect(signed?.data).toContain(`"commitments":{"personal":"${commitment?.slice(2)}"`);
    const { agreementSalt } = created?.disclosed?.personal ?? {};
    const [ownSalt, ownHex = '', hash = '', own] = example('agreement');
    expect([ownSalt, Buffer.from(ownHex, 'hex').toString('base64'), hash]).toEqual([
      agreementSalt,
      agreementSalt,
      KEPT.agreement.hash,
    ]);
    expect(own).toBe(`= ${sha256(Buffer.from(ownHex, 'hex'), Buffer.from(hash, 'hex'))}`);
    expect(created?.data).toContain(`"agreementCommitment":"${own?.slice(2)}"`);
  });

  it('shows an event of format 1 as a document of stage one contains it', async () => {
    const pdf = await stageOneDocument(stageOneNda('in-person-card'));
    const evidence = JSON.parse(readAttachment(pdf, 'evidence.json')?.toString('utf8') ?? '') as EvidenceV1;
    const { stream, events } = evidence;
    const { id, type, core, data, previousHash, hash } = events[3] ?? ({} as EvidenceV1['events'][number]);
    const { parts, named } = framed('format-1');
    expect(parts).toEqual(['event', '1', stream, '3', id, type, core, data, previousHash]);
    expect(named).toBe(hash);
  });
});

describe('the other statements of docs/verification.md', () => {
  it('show receipts that their key signed', () => {
    const publicKey = Buffer.from(example('key').join(''), 'hex');
    const keyId = sha256('vault/signing-key-id/v1\0', publicKey).slice(0, 16);
    const keys = [{ keyId, publicKey: publicKey.toString('base64') }];
    const receipt = JSON.parse(example('receipt').join('')) as Receipt;
    expect(verifyReceipt(receipt, keys)).toBe(true);
    for (const name of ['destruction', 'destruction-before']) {
      const { stream, ...rest } = JSON.parse(example(name).join('')) as DestructionReceipt & {
        stream: string;
      };
      expect(verifyDestruction(stream, rest, keys)).toBe(true);
      expect('eventId' in rest).toBe(name === 'destruction');
    }
  });

  it('list the object identifiers of a seal', () => {
    const rows = table('| Name | Object identifier |').map(([name, id]) => [name, quoted(id)[0]]);
    expect(rows).toEqual([
      ['id-data', OID.data],
      ['id-signedData', OID.signedData],
      ['id-contentType', OID.contentType],
      ['id-messageDigest', OID.messageDigest],
      ['id-aa-signingCertificateV2', OID.signingCertificateV2],
      ['id-aa-CMSAlgorithmProtection', OID.algorithmProtection],
      ['id-aa-timeStampToken', OID.timestampToken],
      ['id-ct-TSTInfo', OID.timestampInfo],
      ['id-sha256', OID.sha256],
      ['id-sha384', OID.sha384],
      ['sha256WithRSAEncryption (PKCS #1 v1.5)', OID.sha256WithRsa],
      ['ecdsa-with-SHA256', OID.ecdsaWithSha256],
      ['ecdsa-with-SHA384', OID.ecdsaWithSha384],
    ]);
  });

  it('quote the words of each consent', () => {
    const rows = table('| Wording | Language | Who | Text |');
    const said = rows.map(([wording, language, who, text]) => [
      quoted(wording)[0],
      quoted(language)[0],
      quoted(who).includes('in-person'),
      text,
    ]);
    const channels = ['remote', 'in-person'] as const;
    const words = LANGUAGES.flatMap((language: Language) =>
      channels.map((channel) => [
        CONSENT_WORDING,
        language,
        channel === 'in-person',
        consentText(CONSENT_WORDING, { language, party: 2, channel }),
      ]),
    );
    expect(said).toEqual(words);
  });

  it('list the shown events, and the members of each in its newest version', () => {
    const rows = table('| Shown | `data.open`, of the newest version | `disclosed.personal` |');
    expect(rows.flatMap(([types]) => quoted(types))).toEqual([...SHOWN_TYPES]);
    const told = rows.flatMap(([types, open, personal]) =>
      quoted(types)
        .filter((type) => type in ndaEvents && type !== 'Party2Signed')
        .map((type) => ({ type, open: quoted(open), personal: quoted(personal) })),
    );
    expect(told).toHaveLength(10);
    for (const { type, open, personal } of told)
      expect({ open, personal }).toEqual({
        open: Object.keys(ndaEvents[type as keyof typeof ndaEvents].open),
        personal: Object.keys(ndaEvents[type as keyof typeof ndaEvents].personal),
      });
  });
});
