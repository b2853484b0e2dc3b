import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { addressBucket } from '../../platform/network/address-bucket.js';
import { clientOf } from '../callers/client.js';

const TYPE = 'application/pdf';
/** Whole files in work at once in one backend: more have to come again. */
const AT_ONCE = 8;
/** Uploads of one client at once. */
const AT_ONCE_PER_CLIENT = 3;
/** Bytes of all files, whole or not, in memory at once in one backend. Whoever sends nothing holds nothing. */
const BYTES_AT_ONCE = 100_000_000;

/** Methods whose bodies nobody reads: what a header says of one is no matter. */
const BODYLESS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const isPdf = (request: FastifyRequest): boolean =>
  !BODYLESS.has(request.method) && (request.headers['content-type'] ?? '').toLowerCase().startsWith(TYPE);

/** One upload: what it occupies, until its answer is through or its sender gone. */
class Upload {
  private readonly steps: (() => void)[] = [];
  private over = false;

  /** Also what comes after the end is given back. */
  whenOver(giveBack: () => void): void {
    if (this.over) giveBack();
    else this.steps.push(giveBack);
  }

  end(): void {
    this.over = true;
    for (const giveBack of this.steps.splice(0)) giveBack();
  }
}

/** What all uploads occupy at present; each call throws RuleBroken `unavailable` where there is no room. */
class Room {
  private readonly taken = new Map<string, number>();

  take(upload: Upload, what: string, amount: number, most: number): void {
    const before = this.taken.get(what) ?? 0;
    if (before + amount > most) throw new RuleBroken('unavailable');
    this.taken.set(what, before + amount);
    upload.whenOver(() => {
      const left = (this.taken.get(what) ?? amount) - amount;
      if (left === 0) this.taken.delete(what);
      else this.taken.set(what, left);
    });
  }
}

async function read(payload: Readable, most: number, hold: (bytes: number) => void): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Not destroyed where it is left early: the answer goes out on the same connection.
  for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > most) throw new RuleBroken('body_too_large');
    hold(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/**
 * Takes PDFs as they are, at most `bytes` of them, on this one route; anywhere else they are refused before
 * they are read.
 */
export function acceptPdfBodies(fastify: FastifyInstance, route: string, bytes: number): void {
  const room = new Room();
  const uploads = new WeakMap<FastifyRequest, Upload>();
  const admit = (request: FastifyRequest, reply: FastifyReply): void => {
    if (request.routeOptions.url !== route) throw new RuleBroken('unsupported_media_type');
    const upload = new Upload();
    uploads.set(request, upload);
    reply.raw.once('close', () => upload.end());
    // Whoever left while this call was being counted: that was told before anybody listened.
    if (reply.raw.closed || request.raw.destroyed) upload.end();
    room.take(upload, `of ${addressBucket(clientOf(request))}`, 1, AT_ONCE_PER_CLIENT);
  };
  fastify.addHook('onRequest', (request, reply, done) => {
    if (isPdf(request)) admit(request, reply);
    done();
  });
  fastify.addContentTypeParser(TYPE, async (request: FastifyRequest, payload: Readable) => {
    const upload = uploads.get(request);
    if (upload === undefined) throw new RuleBroken('unsupported_media_type');
    if (Number(request.headers['content-length'] ?? 0) > bytes) throw new RuleBroken('body_too_large');
    const file = await read(payload, bytes, (held) => room.take(upload, 'bytes', held, BYTES_AT_ONCE));
    room.take(upload, 'in work', 1, AT_ONCE);
    return file;
  });
}
