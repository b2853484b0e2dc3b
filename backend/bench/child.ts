import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The tasks that a child process of the bench runs on request. `stop` is always the last request. */
export type Tasks = Readonly<Record<string, (argument: never) => Promise<unknown>>> & {
  readonly stop: () => Promise<unknown>;
};

/** The child's reply after it has run a task. */
export type Reply = { readonly result: unknown } | { readonly failed: string };

/** A child process that runs the tasks of one file, one at a time. Its log is discarded. */
export class Child<Of extends Tasks> {
  private readonly exited: Promise<unknown>;

  private constructor(
    private readonly process: ChildProcess,
    private readonly name: string,
  ) {
    this.exited = new Promise((resolve) => process.once('exit', resolve));
  }

  /** @param name selects the file `<name>.tasks` in this folder. The file exports `tasks`. */
  static start<Of extends Tasks>(name: string): Child<Of> {
    const path = fileURLToPath(new URL('./child.main.js', import.meta.url));
    const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
    return new Child(fork(path, [name], { stdio: [...stdio], execArgv: [] }), name);
  }

  async ask<Task extends keyof Of & string>(
    task: Task,
    ...[argument]: Parameters<Of[Task]>
  ): Promise<Awaited<ReturnType<Of[Task]>>> {
    const ended = this.exited.then(() => {
      throw new Error(`${this.name} has ended`);
    });
    const answered = once(this.process, 'message');
    this.process.send({ task, argument });
    const [reply] = (await Promise.race([answered, ended])) as [Reply];
    if ('failed' in reply) throw new Error(`${this.name}: ${reply.failed}`);
    return reply.result as Awaited<ReturnType<Of[Task]>>;
  }

  /** Stops the process; resolves at once if it has already ended. */
  async stop(): Promise<void> {
    if (this.process.connected) {
      await this.ask('stop', ...([] as unknown as Parameters<Of['stop']>));
      this.process.disconnect();
    }
    await this.exited;
  }

  /** Kills the process as the system does when memory runs out. */
  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.exited;
  }
}
