import { UNDO_MS } from '@siegel/contracts/limits';

interface Waiting {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly tell: () => Promise<unknown>;
  readonly tellLeaving: () => void;
}

/**
 * Obligations that somebody has closed and can still take back: nobody is told for ten seconds, so nothing has to be
 * undone (rule:closing-can-be-taken-back). Leaving the page, or logging out, tells at once.
 */
export class Closings {
  private readonly waiting = new Map<string, Waiting>();
  private shown: ReadonlySet<string> = new Set();
  private readonly listeners = new Set<() => void>();

  /**
   * @param tell called once, unless it is taken back; until it is answered the obligation stays hidden
   * @param tellLeaving called in its place where the page is being left
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

  /** Tells of all of them now. */
  async settle(): Promise<void> {
    await Promise.all([...this.waiting.keys()].map((id) => this.tell(id)));
  }

  /** The page goes: nobody waits for an answer. */
  leave(): void {
    for (const [id, { timer, tellLeaving }] of this.waiting) {
      clearTimeout(timer);
      tellLeaving();
      this.end(id);
    }
  }

  /** Ids of those that are hidden. */
  readonly snapshot = (): ReadonlySet<string> => this.shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private async tell(id: string): Promise<void> {
    const one = this.waiting.get(id);
    if (one === undefined) return;
    clearTimeout(one.timer);
    // Out of the list, but hidden until it is answered: undo comes too late now.
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
