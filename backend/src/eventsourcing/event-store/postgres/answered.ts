import { isUnavailable } from '../../../platform/postgres/unavailable.js';
import { unavailable } from './append-queue.js';

export const asUnavailable = (error: unknown): unknown => (isUnavailable(error) ? unavailable(error) : error);

/** @throws EventStoreUnavailable for temporary failures */
export async function answered<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    throw asUnavailable(error);
  }
}
