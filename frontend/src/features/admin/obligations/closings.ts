import { UNDO_MS } from '@siegel/contracts/limits';

interface PendingClosing {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly send: () => Promise<unknown>;
  readonly sendOnLeave: () => void;
}

/**
 * Closings of obligations that the user can still undo. Each closing is sent to the server only after ten
 * seconds, so an undo needs no request (rule:closing-can-be-taken-back). If the user leaves the page or logs
 * out, all closings are sent immediately.
 */
export class Closings {
  private readonly pending = new Map<string, PendingClosing>();
  private shown: ReadonlySet<string> = new Set();
  private readonly listeners = new Set<() => void>();

  /**
   * @param send sends the closing; called once, unless the user undoes the closing. The obligation stays
   * hidden until the response arrives.
   * @param sendOnLeave called instead of `send` if the user leaves the page
   */
  begin(id: string, send: () => Promise<unknown>, sendOnLeave: () => void): void {
    if (this.pending.has(id)) return;
    const timer = setTimeout(() => void this.send(id), UNDO_MS);
    this.pending.set(id, { timer, send, sendOnLeave });
    this.changed();
  }

  undo(id: string): void {
    const one = this.pending.get(id);
    if (one === undefined) return;
    clearTimeout(one.timer);
    this.end(id);
  }

  /** Sends all pending closings now and waits for the responses. */
  async settle(): Promise<void> {
    await Promise.all([...this.pending.keys()].map((id) => this.send(id)));
  }

  /** Sends all pending closings when the user leaves the page, without waiting for the answers. */
  leave(): void {
    for (const [id, { timer, sendOnLeave }] of this.pending) {
      clearTimeout(timer);
      sendOnLeave();
      this.end(id);
    }
  }

  /** Ids of the obligations that are hidden because they are being closed. */
  readonly snapshot = (): ReadonlySet<string> => this.shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private async send(id: string): Promise<void> {
    const one = this.pending.get(id);
    if (one === undefined) return;
    clearTimeout(one.timer);
    // From here on the closing can no longer be undone. The obligation stays hidden until the server has
    // answered and `changed` runs.
    this.pending.delete(id);
    await one.send();
    this.changed();
  }

  private end(id: string): void {
    this.pending.delete(id);
    this.changed();
  }

  private changed(): void {
    this.shown = new Set(this.pending.keys());
    for (const listener of this.listeners) listener();
  }
}

export const closings = new Closings();
