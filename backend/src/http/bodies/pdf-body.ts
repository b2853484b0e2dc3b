import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { addressBucket } from '../../platform/network/address-bucket.js';
import { clientOf } from '../callers/client.js';

const TYPE = 'application/pdf';
/**
 * Maximum number of complete files that one backend processes at once. Further files are refused with
 * `unavailable`.
 */
const FILES_MAX = 8;
/** Maximum number of concurrent uploads of one client. */
const UPLOADS_PER_CLIENT_MAX = 3;
/**
 * Maximum number of bytes of all files, complete or not, in one backend's memory. Bytes that have not arrived
 * yet are not counted.
 */
const BYTES_IN_MEMORY_MAX = 100_000_000;

/** Methods whose bodies are not read. Their content type therefore does not matter. */
const BODYLESS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const isPdf = (request: FastifyRequest): boolean =>
  !BODYLESS.has(request.method) && (request.headers['content-type'] ?? '').toLowerCase().startsWith(TYPE);

/**
 * An upload and the resources that it holds. It holds them until the response is sent or the client has gone.
 */
class Upload {
  private readonly steps: (() => void)[] = [];
  private over = false;

  /**
   * Registers a function that releases a resource when the upload ends. If the upload has ended already, the
   * function runs immediately.
   */
  whenOver(giveBack: () => void): void {
    if (this.over) giveBack();
    else this.steps.push(giveBack);
  }

  end(): void {
    this.over = true;
    for (const giveBack of this.steps.splice(0)) giveBack();
  }
}

/** The resources that all uploads hold. `take` throws RuleBroken `unavailable` if there is no room. */
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
  // After an early exit the stream is not destroyed, because the response uses the same connection.
  for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > most) throw new RuleBroken('body_too_large');
    hold(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** Accepts PDFs of at most `bytes` bytes on this one route. Other routes refuse PDFs before they are read. */
export function acceptPdfBodies(fastify: FastifyInstance, route: string, bytes: number): void {
  const room = new Room();
  const uploads = new WeakMap<FastifyRequest, Upload>();
  const admit = (request: FastifyRequest, reply: FastifyReply): void => {
    if (request.routeOptions.url !== route) throw new RuleBroken('unsupported_media_type');
    const upload = new Upload();
    uploads.set(request, upload);
    reply.raw.once('close', () => upload.end());
    // If the client left while the rate limit was being checked, the `close` event came before this listener
    // was added.
    if (reply.raw.closed || request.raw.destroyed) upload.end();
    room.take(upload, `of ${addressBucket(clientOf(request))}`, 1, UPLOADS_PER_CLIENT_MAX);
  };
  fastify.addHook('onRequest', (request, reply, done) => {
    if (isPdf(request)) admit(request, reply);
    done();
  });
  fastify.addContentTypeParser(TYPE, async (request: FastifyRequest, payload: Readable) => {
    const upload = uploads.get(request);
    if (upload === undefined) throw new RuleBroken('unsupported_media_type');
    if (Number(request.headers['content-length'] ?? 0) > bytes) throw new RuleBroken('body_too_large');
    const file = await read(payload, bytes, (held) => room.take(upload, 'bytes', held, BYTES_IN_MEMORY_MAX));
    room.take(upload, 'in work', 1, FILES_MAX);
    return file;
  });
}
