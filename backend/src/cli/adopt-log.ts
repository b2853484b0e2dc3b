import type { AcceptedPlace } from '../eventsourcing/trust/adoption.js';
import { placeNamed } from '../eventsourcing/trust/place-names.js';
import { replaceSecret } from '../platform/config/secret-file.js';
import { UsageError } from '../platform/errors/operator-error.js';
import { keepHeapSmall } from '../platform/process/heap.js';
import { closedAfter } from '../platform/wiring/close-stack.js';
import type { Decisions } from '../proof/adopt-log.js';
import { type Adopted, adoptDatabase } from './adopt-database.js';
import { findingsText, placeLine, refusalText } from './adoption-text.js';
import { readArgumentBytes } from './argument-file.js';
import type { CommandIo } from './command.js';
import { readCheckpointsFile } from './kept-checkpoints.js';
import { openDatabase, readOperatorEnvironment } from './operator-context.js';
import { operatorLogger } from './operator-logger.js';

/** The decisions that the arguments name. */
export interface AdoptCall {
  readonly accept: readonly AcceptedPlace[];
  /** A file. */
  readonly acceptFrom: string | undefined;
  readonly retire: readonly string[];
  readonly lostKeys: readonly string[];
  /** A file. */
  readonly checkpoint: string | undefined;
  /** The folder that contains the DATA_DIR of every backend. */
  readonly lists: string | undefined;
  readonly reason: string | null;
}

/**
 * Adopts the log that the configuration names. Prints the broken places or the statement to the standard
 * output, and everything else to the standard error.
 * @returns false if nothing was adopted
 * @throws ConfigInvalid, OperatorError
 */
export async function adoptStoredLog(
  call: AdoptCall,
  { print, printStderr, interruption }: CommandIo,
): Promise<boolean> {
  const decisions = await decisionsIn(call);
  const { config, secrets } = await readOperatorEnvironment();
  keepHeapSmall();
  const say = (lines: readonly string[]): void => {
    for (const line of lines) printStderr(line);
  };
  return interruption.whileOpen(() =>
    closedAfter(async (closing) => {
      const database = await openDatabase(config, operatorLogger());
      closing.add(() => database.close());
      const { eventStoreUrl, eventStorePrefix } = config;
      const result = await adoptDatabase({
        databaseUrl: database.url,
        eventStoreUrl,
        eventStorePrefix,
        secrets,
        dataDir: config.dataDir,
        lists: call.lists,
        decisions,
        onFindings: (findings) => say(findingsText(findings)),
        onProgress: printStderr,
        keep: (adopted) => keepStatement(adopted, { file: secrets.adoptionFile, print, say }),
        cut: interruption.signal,
      });
      if (!result.adopted) {
        for (const place of result.open) print(placeLine(place));
        say(refusalText(result.open));
        return false;
      }
      return true;
    }),
  );
}

interface Keeping extends Pick<CommandIo, 'print'> {
  /** Undefined if the secrets come from the environment. */
  readonly file: string | undefined;
  readonly say: (lines: readonly string[]) => void;
}

/** Keeps the statement with the secrets, or prints it if the secrets come from the environment. */
async function keepStatement({ statement, size }: Adopted, { file, print, say }: Keeping): Promise<void> {
  if (statement === undefined)
    return say([`Leaves of the tree: ${size}. There is nothing to adopt, so LOG_ADOPTED stays as it is.`]);
  if (file === undefined) {
    print(statement);
    return say([
      `The log is adopted (leaves: ${size}) once LOG_ADOPTED is the line on the standard output. Keep it in a file beside the other secrets, name this file in LOG_ADOPTED_FILE, copy the secrets to the safe place, and start the backends.`,
    ]);
  }
  await replaceSecret(file, statement);
  print(
    `The log is adopted (leaves: ${size}). The statement is in ${file}. Copy the secrets to the safe place.`,
  );
}

/** @throws UsageError */
async function decisionsIn(call: AdoptCall): Promise<Decisions> {
  const { acceptFrom, checkpoint, accept, retire, lostKeys, reason } = call;
  const listed = acceptFrom === undefined ? [] : await placesInFile(acceptFrom);
  const checkpoints = checkpoint === undefined ? [] : await readCheckpointsFile(checkpoint);
  return { accept: [...accept, ...listed], retire, lostKeys, checkpoints, reason };
}

/** Reads the first word of each line. Empty lines and lines that begin with # are left out. */
async function placesInFile(file: string): Promise<readonly AcceptedPlace[]> {
  const lines = (await readArgumentBytes(file)).toString('utf8').split('\n');
  return lines.flatMap((line, n) => {
    const [word = ''] = line.trim().split(/\s/);
    if (word === '' || word.startsWith('#')) return [];
    const place = placeNamed(word);
    if (place === undefined)
      throw new UsageError(`${file}: line ${n + 1} does not begin with a place (<stream>@<revision>).`);
    return [place];
  });
}
