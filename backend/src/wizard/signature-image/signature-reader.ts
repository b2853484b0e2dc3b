import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { RuleBroken } from '../../platform/rule-broken.js';
import { compiledBeside, Threads } from '../../platform/threads.js';
import type { SignaturePng } from './png.js';

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

  /** @throws RuleBroken `invalid_signature`; `unavailable` where too many are read at once */
  async read(dataUrl: string): Promise<SignaturePng> {
    const found = await this.threads.run(dataUrl);
    if (found === null) throw new RuleBroken('invalid_signature');
    const { bytes, sha256 } = found;
    return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), sha256 };
  }

  onApplicationShutdown(): Promise<void> {
    return this.threads.close();
  }
}
