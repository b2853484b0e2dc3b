export type ToastTone = 'info' | 'ok' | 'bad';

export interface ToastMessage {
  title: string;
  description?: string;
  tone?: ToastTone;
  /** An action that the person can still take. */
  action?: ToastAction;
  /** Milliseconds; five seconds if left out. */
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

/** Holds at most one toast. A new toast replaces the current one (rule:one-toast-at-a-time). */
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

  /** Removes a toast. Does nothing if another toast has replaced it. */
  readonly dismiss = (id: number): void => {
    if (this.current?.id !== id) return;
    this.current = undefined;
    this.tell();
  };

  /**
   * Removes the current toast. Called when the person tries again, because the toast may then be outdated.
   */
  readonly clear = (): void => {
    if (this.current !== undefined) this.dismiss(this.current.id);
  };

  /**
   * Loads the toast region early. A page that may show a toast calls this, because the region cannot be
   * loaded once the connection is lost.
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
