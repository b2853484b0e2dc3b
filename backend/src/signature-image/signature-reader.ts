import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { compiledModuleBeside, Threads } from '../platform/process/threads.js';
import { ClientTurns } from './client-turns.js';
import type { SignaturePng } from './png.js';
import type { ReadSignature } from './signature.worker.js';

/** Reads drawn signatures in threads, because even a small file may contain two million dots. */
@Injectable()
export class SignatureReader implements OnApplicationShutdown {
  private readonly threads = new Threads<string, ReadSignature>({
    file: compiledModuleBeside(import.meta.url, 'signature.worker.js'),
    name: 'read',
    maxThreads: 1,
    maxWaiting: 32,
    withinMs: 15_000,
    memoryMb: 64,
  });

  private readonly turns = new ClientTurns();

  /**
   * @param client key under which the limits count the sender (`http/client.ts`)
   * @throws RuleBroken `invalid_signature`; `unavailable` if too many pictures are read at once
   */
  async read(dataUrl: string, client: string): Promise<SignaturePng> {
    const { kept, words } = await this.turns.take(client, () => this.threads.run(dataUrl));
    if (kept === undefined) throw new RuleBroken('invalid_signature', {}, words);
    const { bytes, sha256 } = kept;
    return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), sha256 };
  }

  onApplicationShutdown(): Promise<void> {
    return this.threads.close();
  }
}
