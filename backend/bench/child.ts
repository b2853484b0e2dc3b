import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

type Reply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failed: string };

/**
 * A process of the bench's own that does what it is asked, one answer for each request. Its log goes nowhere.
 */
export class Child {
  private readonly waiting = new Map<
    number,
    { resolve: (result: unknown) => void; reject: (error: Error) => void }
  >();
  private readonly exited: Promise<void>;
  private asked = 0;

  private constructor(
    private readonly process: ChildProcess,
    private readonly entry: string,
  ) {
    process.on('message', (reply: Reply) => this.settle(reply));
    this.exited = new Promise((resolve) => {
      process.once('exit', (code) => {
        for (const { reject } of this.waiting.values()) reject(new Error(`${entry} ended with ${code}`));
        this.waiting.clear();
        resolve();
      });
    });
  }

  /**
   * @param entry a built file beside this one, without its ending
   * @param execArgv what Node itself is told, of a process that is not measured
   */
  static start(entry: string, execArgv: readonly string[] = []): Child {
    const path = fileURLToPath(new URL(`./${entry}.js`, import.meta.url));
    const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
    return new Child(fork(path, { stdio: [...stdio], execArgv: [...execArgv] }), entry);
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  ask<Result>(task: string, argument: unknown = null): Promise<Result> {
    const id = this.asked++;
    return new Promise<Result>((resolve, reject) => {
      if (!this.process.connected) return reject(new Error(`${this.entry} has ended`));
      // What a task results in is agreed between the two files of a section.
      this.waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
      this.process.send({ id, task, argument });
    });
  }

  /** The child ends by itself when it has done its last task, `stop`. */
  async stop(): Promise<void> {
    if (this.process.connected) {
      await this.ask('stop');
      this.process.disconnect();
    }
    await this.exited;
  }

  /** As the system does when there is no memory left. */
  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.exited;
  }

  private settle(reply: Reply): void {
    const asker = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if ('failed' in reply) asker?.reject(new Error(`${this.entry}: ${reply.failed}`));
    else asker?.resolve(reply.result);
  }
}

/** The child's side. A bench that died takes its children along. */
export function answer(
  tasks: { readonly [task: string]: (argument: never) => Promise<unknown> } & {
    readonly stop: () => Promise<unknown>;
  },
): void {
  process.on('message', ({ id, task, argument }: { id: number; task: string; argument: never }) => {
    void Promise.resolve()
      .then(() => tasks[task]?.(argument))
      .then(
        (result) => process.send?.({ id, result: result ?? null }),
        (error: unknown) =>
          process.send?.({
            id,
            failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
          }),
      );
  });
  process.once('disconnect', () => process.exit(0));
}
