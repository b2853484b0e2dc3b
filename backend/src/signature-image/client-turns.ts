import { addressBucket } from '../platform/network/address-bucket.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';

/**
 * Maximum number of pictures of one client that are being read or are waiting. It is half the length of the
 * queue, so that one client cannot keep other clients from signing.
 */
const IN_PROGRESS_PER_CLIENT_MAX = 16;

/** Limits how many pictures of one client are being read or are waiting. */
export class ClientTurns {
  private readonly clients = new Map<string, number>();

  /**
   * @param address the client's address, or the key under which the limits count the client
   * @throws RuleBroken `unavailable` if too many of the client's pictures are in progress
   */
  async take<Found>(address: string, work: () => Promise<Found>): Promise<Found> {
    const client = addressBucket(address);
    const before = this.clients.get(client) ?? 0;
    if (before >= IN_PROGRESS_PER_CLIENT_MAX) throw new RuleBroken('unavailable');
    this.clients.set(client, before + 1);
    try {
      return await work();
    } finally {
      const left = (this.clients.get(client) ?? 1) - 1;
      if (left === 0) this.clients.delete(client);
      else this.clients.set(client, left);
    }
  }
}
