import type { Reply, Tasks } from './child.js';

/**
 * The program of a child process of the bench. Runs the tasks of the file that its argument names. Exits when
 * the bench's process ends.
 */

const loaded = import(`./${process.argv[2]}.tasks.js`) as Promise<{ readonly tasks: Tasks }>;

async function done(task: string, argument: unknown): Promise<Reply> {
  try {
    const { tasks } = await loaded;
    return { result: (await tasks[task]?.(argument as never)) ?? null };
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on('message', ({ task, argument }: { readonly task: string; readonly argument: unknown }) => {
  void done(task, argument).then((reply) => process.send?.(reply));
});
process.once('disconnect', () => process.exit(0));
