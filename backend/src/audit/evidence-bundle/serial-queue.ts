import { Unavailable } from '../../platform/errors/unavailable.js';

/** Runs tasks one at a time, in the order in which they were requested. */
export class SerialQueue {
  /** Callbacks that start the waiting tasks, in the order of the queue. */
  private readonly waiting = new Set<() => void>();
  private busy = false;

  /** @param max maximum number of tasks that run or wait; further tasks are refused with `Unavailable` */
  constructor(private readonly max: number) {}

  /**
   * @param gone aborted if nobody waits for the result any more. If the task has not begun by then, it is
   * dropped, and another task can take its place in the queue
   * @throws Unavailable if the queue is full, or if `gone` is aborted before the task begins. Also throws the
   * task's own error.
   */
  async run<Result>(work: () => Promise<Result>, gone: AbortSignal): Promise<Result> {
    if (this.waiting.size + Number(this.busy) >= this.max)
      throw new Unavailable(`${this.max} calls are under way or waiting already`);
    await this.acquire(gone);
    try {
      return await work();
    } finally {
      this.next();
    }
  }

  private async acquire(gone: AbortSignal): Promise<void> {
    if (gone.aborted) throw callerGone();
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
        reject(callerGone());
      };
      this.waiting.add(begin);
      gone.addEventListener('abort', leave, { once: true });
    });
  }

  /**
   * Starts the next waiting task. `busy` stays true until no task waits, so that no new task starts before a
   * waiting one.
   */
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

const callerGone = (): Unavailable => new Unavailable('the caller is gone');
