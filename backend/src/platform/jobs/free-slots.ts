import type { JobHandler } from './job.js';
import type { TakenJob } from './queue-table.js';

const DEFAULT_SLOTS = 2;

/**
 * Returns the tasks that have a free slot, with the number of their free slots.
 * @param running tasks of the running jobs
 * @param isBusy true if each task has one slot only
 */
export function freeSlotsOf(
  handlers: readonly JobHandler[],
  running: readonly string[],
  isBusy: boolean,
): Map<string, number> {
  const free = new Map(handlers.map(({ task, slots = DEFAULT_SLOTS }) => [task, isBusy ? 1 : slots]));
  for (const task of running) free.set(task, (free.get(task) ?? 0) - 1);
  return new Map([...free].filter(([, places]) => places > 0));
}

/** Returns the tasks that have no free slot left. More of their jobs may be due. */
export function fullTasksOf(
  tasks: readonly string[],
  places: ReadonlyMap<string, number>,
  taken: readonly TakenJob[],
): ReadonlySet<string> {
  const left = new Map(places);
  for (const { task } of taken) left.set(task, (left.get(task) ?? 0) - 1);
  return new Set(tasks.filter((task) => (left.get(task) ?? 0) <= 0));
}
