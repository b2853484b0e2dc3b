import { addressBucket } from '../platform/network/address-bucket.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';

/** Pictures of one client that are worked on or wait at once: half of the places, so that nobody keeps others from signing. */
const AT_ONCE_PER_CLIENT = 16;

/** Lets no client take the places of others. */
export class ClientTurns {
  private readonly clients = new Map<string, number>();

  /** @param address of whoever asks, or what limits count in its place @throws RuleBroken `unavailable` where too much of that client is under way */
  async take<Found>(address: string, work: () => Promise<Found>): Promise<Found> {
    const client = addressBucket(address);
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
}
