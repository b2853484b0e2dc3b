import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../platform/config/sync-folder.js';
import { isRecord, parsed } from '@siegel/contracts/evidence/reading';
import type { UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import type { Clock } from '../../platform/time/clock.js';
import { eventLine } from './event-file.js';
import type { EventPlace, StreamEnded } from './repair-records.js';

/** The changes that a repair is about to make to a stream, and its reason. */
export interface Intent {
  readonly stream: string;
  readonly reason: string;
  readonly removed: readonly EventPlace[];
  readonly putBack: readonly EventPlace[];
  readonly chosen: EventPlace | null;
  readonly givenUp: readonly EventPlace[];
  readonly ended: Pick<StreamEnded, 'last' | 'fault'> | null;
}

const FOLDER = 'repairs';
const SAVED = JSON.stringify({ saved: true });
const DONE = JSON.stringify({ done: true });

/** A file of the journal. */
export interface OpenRepair {
  readonly path: string;
  readonly intent: Intent;
}

/**
 * The files in DATA_DIR/repairs, one for each repair of a stream. A repair writes its file before it changes
 * anything: what it is about to do, and every event that it takes out, byte for byte. So nothing is destroyed
 * without a copy, and a repair that was killed is finished by the next one.
 */
export class RepairJournal {
  private readonly folder: string;
  /** Names of the files by stream. The folder is read once for a whole run. */
  private files: Map<string, string[]> | undefined;

  constructor(
    dataDir: string,
    private readonly clock: Clock,
  ) {
    this.folder = join(dataDir, FOLDER);
  }

  /** Saves the events that go. They are on disk when the promise resolves. @returns the file */
  async begin(intent: Intent, removed: readonly UntrustedEvent[]): Promise<OpenRepair> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const time = this.clock.now().toISOString().replaceAll(/[-:]/g, '');
    const path = await this.create(time, intent.stream, [
      JSON.stringify({ repair: intent }),
      ...removed.map(eventLine),
      SAVED,
    ]);
    return { path, intent };
  }

  /** Returns the repairs of a stream that were begun and not finished. */
  async unfinished(stream: string): Promise<readonly OpenRepair[]> {
    const found: OpenRepair[] = [];
    for (const name of (await this.named()).get(stream) ?? []) {
      const path = join(this.folder, name);
      const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
      // A file without the line SAVED was not finished before anything was changed.
      if (!lines.includes(SAVED) || lines.includes(DONE)) continue;
      const intent = intentIn(lines[0] ?? '');
      if (intent?.stream === stream) found.push({ path, intent });
    }
    return found;
  }

  async finish({ path }: Pick<OpenRepair, 'path'>): Promise<void> {
    const file = await open(path, 'a', 0o600);
    try {
      await file.writeFile(`${DONE}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  private async create(time: string, stream: string, lines: readonly string[]): Promise<string> {
    for (let n = 0; ; n += 1) {
      const path = join(this.folder, `${time}${n === 0 ? '' : `.${n}`}-${stream}.jsonl`);
      try {
        await writeNew(path, lines);
        await syncFolder(this.folder);
        return path;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
  }

  private async named(): Promise<ReadonlyMap<string, string[]>> {
    if (this.files !== undefined) return this.files;
    const names = await readdir(this.folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    this.files = new Map();
    for (const name of names.toSorted()) {
      const [, stream] = /^[\dTZ.]+-(.+)\.jsonl$/.exec(name) ?? [];
      if (stream !== undefined) this.files.set(stream, [...(this.files.get(stream) ?? []), name]);
    }
    return this.files;
  }
}

/** @throws an error with the code EEXIST if there is such a file */
async function writeNew(path: string, lines: readonly string[]): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for (const line of lines) await file.writeFile(`${line}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

function intentIn(line: string): Intent | undefined {
  const value = parsed(line);
  const intent = isRecord(value) ? value['repair'] : undefined;
  return isRecord(intent) && typeof intent['stream'] === 'string' ? (intent as unknown as Intent) : undefined;
}
