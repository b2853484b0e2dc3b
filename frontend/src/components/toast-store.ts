export type ToastTone = 'info' | 'ok' | 'bad';

export interface ToastMessage {
  title: string;
  description?: string;
  tone?: ToastTone;
  /** What can still be done about it. */
  action?: ToastAction;
  /** Milliseconds; five seconds without. */
  duration?: number;
}

export interface ToastAction {
  label: string;
  run: () => void;
}

export interface ShownToast extends ToastMessage {
  id: number;
}

type Listener = () => void;

/** Holds at most one toast: a new one takes the place of the last (rule:one-toast-at-a-time). */
export class ToastStore {
  private current: ShownToast | undefined;
  private count = 0;
  private expected = false;
  private readonly listeners = new Set<Listener>();

  readonly show = (message: ToastMessage): void => {
    this.expected = true;
    this.count += 1;
    this.current = { ...message, id: this.count };
    this.tell();
  };

  /** Does nothing when another toast has taken its place. */
  readonly dismiss = (id: number): void => {
    if (this.current?.id !== id) return;
    this.current = undefined;
    this.tell();
  };

  /** What is shown may no longer be true: somebody tries again. */
  readonly clear = (): void => {
    if (this.current !== undefined) this.dismiss(this.current.id);
  };

  /**
   * Somebody on this page may have something to say: the region is fetched now, since it could not be once
   * the connection is gone.
   */
  readonly expect = (): void => {
    if (this.expected) return;
    this.expected = true;
    this.tell();
  };

  readonly isExpected = (): boolean => this.expected;

  readonly snapshot = (): ShownToast | undefined => this.current;

  readonly subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

export const toasts = new ToastStore();
