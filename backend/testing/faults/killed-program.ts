import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuiltProcess } from '../backend/built-backend.js';
import type { StoppedWrites } from './stopped-writes.js';

/** Says how much of an append to a file is written when the program dies. */
type MomentInFile = 'before' | 'half' | 'whole';
export type DeathInFile = readonly [file: 'erasures' | 'receipt-keys', moment: MomentInFile];

const DIES = pathToFileURL(join(__dirname, 'killed-in-file.mjs')).href;
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));

/**
 * A program that is killed by SIGKILL at each of its writes, and started again each time. Each write to the
 * database is stopped twice. The first time the write is rolled back. The second time the write is committed,
 * but the program does not learn of the commit.
 */
export class KilledProgram {
  /** The writes at which the program was killed. */
  readonly kills: string[] = [];
  private readonly stopped = new Map<string, number>();

  private readonly left: DeathInFile[];

  /**
   * @param inFiles appends to files; the program also dies at each of them once, in this order
   * @param check checks an invariant after every kill
   */
  constructor(
    private readonly writes: StoppedWrites,
    inFiles: readonly DeathInFile[] = [],
    private readonly check: () => Promise<void> = () => Promise.resolve(),
  ) {
    this.left = [...inFiles];
  }

  /**
   * Starts the program again and again until it has finished its work.
   * @param start starts the program with these options of Node.js
   * @param isDone true if this run has finished the work; not called after the run is killed
   * @returns the last run, which is still running unless the program has exited without being killed
   * @throws Error with the program's output if the program exits before it has finished its work
   */
  async untilDone<Run extends BuiltProcess>(
    start: (nodeOptions: readonly string[]) => Run,
    isDone: (run: Run) => Promise<boolean>,
  ): Promise<Run> {
    for (;;) {
      const [next] = this.left;
      const dies = next && `${DIES}?file=${next[0]}&moment=${next[1]}`;
      const run = start(dies === undefined ? [] : ['--import', dies]);
      if (await this.watched(run, () => isDone(run))) return run;
      await this.check();
    }
  }

  /** Watches one run. Resolves with false if it was killed. */
  private async watched(run: BuiltProcess, isDone: () => Promise<boolean>): Promise<boolean> {
    for (;;) {
      const { exitCode, signalCode } = run.process;
      if (signalCode !== null) {
        this.kills.push((this.left.shift() ?? ['by', signalCode]).join(' '));
        return false;
      }
      if (await this.killedAtWrite(run)) return false;
      if (await isDone().catch(() => false)) return true;
      if (exitCode !== null) throw new Error(`the program ended:\n${run.output()}`);
      await pause();
    }
  }

  private async killedAtWrite(run: BuiltProcess): Promise<boolean> {
    const write = await this.writes.next();
    if (write === undefined) return false;
    run.process.kill('SIGKILL');
    await run.exited;
    const times = this.stopped.get(write.what) ?? 0;
    this.stopped.set(write.what, times + 1);
    const how = times === 0 ? 'rolled back' : 'committed';
    await write.end(how);
    // The program's other unfinished writes are rolled back.
    for (let more = await this.writes.next(); more !== undefined; more = await this.writes.next())
      await more.end('rolled back');
    this.kills.push(`${write.what}: ${how}`);
    return true;
  }
}
