import type { Pool } from 'pg';
import { OperatorError } from '../platform/errors/operator-error.js';
import { type AdoptionInUse, adoptionOf } from '../proof/adoption-in-use.js';
import { keptAdoptions } from '../proof/kept-checkpoint.js';
import { notedAdoptions } from '../vault/noted-adoptions.js';

/** Thrown if LOG_ADOPTED is missing or older than one that was in use. */
export class AdoptionOutdated extends OperatorError {
  constructor(inUse: AdoptionInUse) {
    super(`${outdatedText(inUse)} The log was not changed.\n${OUTDATED_REMEDY}`);
  }
}

export const outdatedText = ({ adopted }: AdoptionInUse): string =>
  adopted === null
    ? 'LOG_ADOPTED is missing, but this log was adopted: a process with LOG_ADOPTED was started on it before. Events from before APPEND_KEY would no longer count, and events of retired keys would count again.'
    : 'LOG_ADOPTED is not the newest one: a process was started on this log with one that was made later, or that this one does not know. Events of keys that were retired since would count again.';

export const OUTDATED_REMEDY =
  'Restore the newest LOG_ADOPTED from the safe place, or from a machine with the newest one. If database and event store were restored to a time before that adoption, or if LOG_ADOPTED is lost, stop all backends and run siegel log:adopt with the folder of all DATA_DIRs in --lists: it makes a new one (docs/operations/secrets.md).';

/** Returns what the backends tell each other about LOG_ADOPTED, by the name of the variable. */
export const knownAdoption = ({ logAdopted }: { readonly logAdopted?: string | undefined }) => ({
  LOG_ADOPTED: adoptionOf(logAdopted) ?? 'none',
});

interface KnownBy {
  readonly pool: Pick<Pool, 'query'>;
  /** Identity of the log. */
  readonly log: string;
  readonly dataDir?: string | undefined;
  /** Folder that contains the DATA_DIR of every backend. */
  readonly lists?: string | undefined;
}

/**
 * Returns the digests of all statements with which backends were started, as far as the database and DATA_DIR know
 * them.
 * @throws OperatorError if a folder cannot be read
 */
export const knownAdoptions = async ({ pool, log, dataDir, lists }: KnownBy): Promise<readonly string[]> => [
  ...new Set([...(await keptAdoptions(dataDir, lists, log)), ...(await notedAdoptions(pool))]),
];
