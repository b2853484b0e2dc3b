import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { TYPED_NAME_ERRORS } from '@siegel/contracts/signature/refusals';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { compiledModuleBeside, Threads } from '../platform/process/threads.js';
import { ClientTurns } from '../signature-image/client-turns.js';
import type { NameToWrite } from './name.worker.js';

/**
 * Writes typed names in a thread, because shaping and filling letters would block other requests for too
 * long.
 */
@Injectable()
export class NameWriter implements OnApplicationShutdown {
  private readonly threads = new Threads<NameToWrite, Uint8Array | null>({
    file: compiledModuleBeside(import.meta.url, 'name.worker.js'),
    name: 'write',
    maxThreads: 1,
    maxWaiting: 32,
    withinMs: 15_000,
    memoryMb: 64,
  });

  private readonly turns = new ClientTurns();

  /**
   * Returns the picture as a data URL of a PNG.
   * @param client key under which the limits count the caller (`http/client.ts`)
   * @throws RuleBroken `invalid_signature` if the name has a letter that no hand has; `unavailable` if there
   * are too many calls at once
   */
  async write(request: NameToWrite, client: string): Promise<string> {
    const png = await this.turns.take(client, () => this.threads.run(request));
    if (png === null) throw new RuleBroken('invalid_signature', {}, TYPED_NAME_ERRORS.invalid_signature);
    const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
    return `data:image/png;base64,${bytes.toString('base64')}`;
  }

  onApplicationShutdown(): Promise<void> {
    return this.threads.close();
  }
}
