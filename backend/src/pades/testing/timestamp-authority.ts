import { createHash, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as asn1 from 'asn1js';
import { Accuracy, type MessageImprint, TimeStampReq, TSTInfo } from 'pkijs';
import { signCms } from '../build-cms.js';
import { type CertificateTemplate, issueCertificate, type Issuer, nameOf } from '../issue-certificate.js';
import { OID } from '../oids.js';
import { certificateBytes } from '../parse-cms.js';

const TIMES = { notBefore: new Date('2020-01-01T00:00:00Z'), notAfter: new Date('2126-01-01T00:00:00Z') };
const FOR_TIMESTAMPS = { purposes: [OID.timeStamping], critical: true };

/** Behaviour of the authority. It is read again for each request. */
export interface Behaviour {
  readonly time?: Date;
  readonly nonce?: (asked: asn1.Integer | undefined) => asn1.Integer | undefined;
  readonly imprint?: (asked: MessageImprint) => MessageImprint;
  readonly status?: number;
  /** Changes the regular answer. */
  readonly answer?: (der: Buffer) => Buffer;
  /** Replaces the regular answer. */
  readonly raw?: (response: ServerResponse) => void;
}

export interface TimestampServer {
  readonly url: string;
  readonly roots: readonly X509Certificate[];
  /** The certificate with which the authority signs. */
  readonly certificate: X509Certificate;
  behave(behaviour: Behaviour): void;
  /** Headers of the last request. */
  lastHeaders(): IncomingMessage['headers'];
  close(): Promise<void>;
}

const newKeys = (): { publicKey: KeyObject; privateKey: KeyObject } =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' });

interface Hierarchy {
  readonly root: X509Certificate;
  readonly chain: readonly [Buffer, ...Buffer[]];
  readonly key: KeyObject;
}

/**
 * Issues three certificates: for a root, an intermediate authority and the time-stamp authority.
 * @param own changes to the time-stamp authority's certificate
 * @param middle changes to the intermediate authority's certificate
 */
async function hierarchy(
  own: Partial<CertificateTemplate>,
  middle: Partial<CertificateTemplate>,
): Promise<Hierarchy> {
  const [rootKeys, middleKeys, keys] = [newKeys(), newKeys(), newKeys()];
  const authority = { ...TIMES, keyUsage: ['keyCertSign', 'cRLSign'], isAuthority: true } as const;
  const root = await issueCertificate(
    { ...authority, subject: 'Test root', publicKey: rootKeys.publicKey },
    rootKeys.privateKey,
  );
  const rootIssuer: Issuer = { name: nameOf('Test root'), privateKey: rootKeys.privateKey };
  const intermediate = await issueCertificate(
    { ...authority, subject: 'Test intermediate', publicKey: middleKeys.publicKey, ...middle },
    rootIssuer,
  );
  const certificate = await issueCertificate(
    {
      ...TIMES,
      subject: 'Test time',
      publicKey: keys.publicKey,
      keyUsage: ['digitalSignature'],
      extendedKeyUsage: FOR_TIMESTAMPS,
      ...own,
    },
    { name: nameOf('Test intermediate'), privateKey: middleKeys.privateKey },
  );
  return {
    root: new X509Certificate(certificateBytes(root)),
    chain: [certificateBytes(certificate), certificateBytes(intermediate)],
    key: keys.privateKey,
  };
}

const statusInfo = (status: number): asn1.Sequence =>
  new asn1.Sequence({ value: [new asn1.Integer({ value: status })] });
const response = (parts: asn1.BaseBlock[]): Buffer =>
  Buffer.from(new asn1.Sequence({ value: parts }).toBER(false));

async function answerTo(request: Buffer, { chain, key }: Hierarchy, behaviour: Behaviour): Promise<Buffer> {
  const asked = TimeStampReq.fromBER(Uint8Array.from(request));
  if (asked.certReq !== true || behaviour.status !== undefined)
    return response([statusInfo(behaviour.status ?? 2)]);
  const nonce = behaviour.nonce === undefined ? asked.nonce : behaviour.nonce(asked.nonce);
  const info = new TSTInfo({
    version: 1,
    policy: '1.3.6.1.4.1.99999.1',
    messageImprint: behaviour.imprint?.(asked.messageImprint) ?? asked.messageImprint,
    serialNumber: new asn1.Integer({
      valueHex: Uint8Array.from(createHash('sha1').update(request).digest().subarray(0, 8)),
    }),
    genTime: behaviour.time ?? new Date(),
    accuracy: new Accuracy({ seconds: 1 }),
    ...(nonce === undefined ? {} : { nonce }),
  });
  const bytes = Buffer.from(info.toSchema().toBER(false));
  const token = await signCms({ type: OID.timestampInfo, bytes, detached: false }, { chain, key });
  return response([statusInfo(0), asn1.fromBER(Uint8Array.from(token)).result]);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/**
 * Starts a time-stamp authority (RFC 3161) on this machine, with newly issued certificates.
 * @param own changes to the authority's certificate
 * @param middle changes to the certificate of the intermediate authority
 */
export async function startTimestampServer(
  own: Partial<CertificateTemplate> = {},
  middle: Partial<CertificateTemplate> = {},
): Promise<TimestampServer> {
  const made = await hierarchy(own, middle);
  let behaviour: Behaviour = {};
  let headers: IncomingMessage['headers'] = {};
  const server = createServer((request, reply) => {
    void (async () => {
      const body = await bodyOf(request);
      headers = request.headers;
      if (behaviour.raw !== undefined) return behaviour.raw(reply);
      const der = await answerTo(body, made, behaviour);
      reply.setHeader('content-type', 'application/timestamp-reply').end(behaviour.answer?.(der) ?? der);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`,
    roots: [made.root],
    certificate: new X509Certificate(made.chain[0]),
    behave: (next) => (behaviour = next),
    lastHeaders: () => headers,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
