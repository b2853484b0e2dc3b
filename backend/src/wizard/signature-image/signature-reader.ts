import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { addressBucket } from '../../http/address-bucket.js';
import { RuleBroken } from '../../platform/rule-broken.js';
import { compiledBeside, Threads } from '../../platform/threads.js';
import type { SignaturePng } from './png.js';

/** Pictures of one client that are read or wait at once: half of the places, so that nobody keeps others from signing. */
const AT_ONCE_PER_CLIENT = 16;

/** Reads drawn signatures in threads: a small file may hold two million dots. */
@Injectable()
export class SignatureReader implements OnApplicationShutdown {
  private readonly threads = new Threads<string, SignaturePng | null>({
    file: compiledBeside(import.meta.url, 'signature.worker.js'),
    name: 'read',
    most: 1,
    waiting: 32,
    withinMs: 15_000,
    memoryMb: 64,
  });

  private readonly clients = new Map<string, number>();

  /**
   * @param client whoever sent it, as limits count (`http/client.ts`)
   * @throws RuleBroken `invalid_signature`; `unavailable` where too many are read at once
   */
  async read(dataUrl: string, client: string): Promise<SignaturePng> {
    const found = await this.inTurn(addressBucket(client), () => this.threads.run(dataUrl));
    if (found === null) throw new RuleBroken('invalid_signature');
    const { bytes, sha256 } = found;
    return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), sha256 };
  }

  private async inTurn<Found>(client: string, work: () => Promise<Found>): Promise<Found> {
    const before = this.clients.get(client) ?? 0;
    if (before >= AT_ONCE_PER_CLIENT) throw new RuleBroken('unavailable');
    this.clients.set(client, before + 1);
    try {
      return await work();
    } finally {
      const left = (this.clients.get(client) ?? 1) - 1;
      if (left === 0) this.clients.delete(client);
      else this.clients.set(client, left);
    }
  }

  onApplicationShutdown(): Promise<void> {
    return this.threads.close();
  }
}
