import { Unavailable } from '../../platform/errors/unavailable.js';

/** Work that is done one after the other, in the order in which it was asked for. */
export class Turns {
  /** What each is told whose turn it is, in their order. */
  private readonly waiting = new Set<() => void>();
  private busy = false;

  /** @param max under way and waiting, together; more are told to come again */
  constructor(private readonly max: number) {}

  /**
   * @param gone aborted where nobody waits for it any more: what is not begun then is left out, and its place is free
   * @throws Unavailable where there is no place, or nobody waits; and what the work throws
   */
  async take<Result>(work: () => Promise<Result>, gone: AbortSignal): Promise<Result> {
    if (this.waiting.size + Number(this.busy) >= this.max)
      throw new Unavailable(`${this.max} calls are under way or waiting already`);
    await this.turn(gone);
    try {
      return await work();
    } finally {
      this.next();
    }
  }

  private async turn(gone: AbortSignal): Promise<void> {
    if (gone.aborted) throw nobodyWaits();
    if (this.busy) return this.queued(gone);
    this.busy = true;
  }

  private queued(gone: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        gone.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.waiting.delete(begin);
        reject(nobodyWaits());
      };
      this.waiting.add(begin);
      gone.addEventListener('abort', leave, { once: true });
    });
  }

  /** Stays busy where somebody follows, so that nobody comes in between. */
  private next(): void {
    const [first] = this.waiting;
    if (first === undefined) {
      this.busy = false;
      return;
    }
    this.waiting.delete(first);
    first();
  }
}

const nobodyWaits = (): Unavailable => new Unavailable('the caller is gone');
