import { UNDO_MS } from '@siegel/contracts/limits';

interface Waiting {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly tell: () => Promise<unknown>;
  readonly tellLeaving: () => void;
}

/**
 * Closings of obligations that can still be undone. A closing is sent to the server only after ten seconds,
 * so an undo needs no call (rule:closing-can-be-taken-back). Leaving the page or logging out sends it at
 * once.
 */
export class Closings {
  private readonly waiting = new Map<string, Waiting>();
  private shown: ReadonlySet<string> = new Set();
  private readonly listeners = new Set<() => void>();

  /**
   * @param tell sends the closing; called once, unless it is undone. The obligation stays hidden until the
   * answer
   * @param tellLeaving called instead if the page is being left
   */
  begin(id: string, tell: () => Promise<unknown>, tellLeaving: () => void): void {
    if (this.waiting.has(id)) return;
    const timer = setTimeout(() => void this.tell(id), UNDO_MS);
    this.waiting.set(id, { timer, tell, tellLeaving });
    this.changed();
  }

  undo(id: string): void {
    const one = this.waiting.get(id);
    if (one === undefined) return;
    clearTimeout(one.timer);
    this.end(id);
  }

  /** Sends all of them now, and waits for the answers. */
  async settle(): Promise<void> {
    await Promise.all([...this.waiting.keys()].map((id) => this.tell(id)));
  }

  /** Sends all of them as the page is left, without waiting for the answers. */
  leave(): void {
    for (const [id, { timer, tellLeaving }] of this.waiting) {
      clearTimeout(timer);
      tellLeaving();
      this.end(id);
    }
  }

  /** Ids of the hidden obligations. */
  readonly snapshot = (): ReadonlySet<string> => this.shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private async tell(id: string): Promise<void> {
    const one = this.waiting.get(id);
    if (one === undefined) return;
    clearTimeout(one.timer);
    // Removed, so that an undo comes too late. It stays hidden until the answer, since `changed` runs only
    // then.
    this.waiting.delete(id);
    await one.tell();
    this.changed();
  }

  private end(id: string): void {
    this.waiting.delete(id);
    this.changed();
  }

  private changed(): void {
    this.shown = new Set(this.waiting.keys());
    for (const listener of this.listeners) listener();
  }
}

export const closings = new Closings();
