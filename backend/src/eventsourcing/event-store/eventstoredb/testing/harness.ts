import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const SCRIPT = join(__dirname, '../../../../../../scripts/protocol-server.mjs');

/** Protocol servers, each in a process of its own, and the command that kills and freezes these processes. */
export interface Harness {
  readonly url: string;
  /** Value for EVENT_STORE_TEST_FAULTS. */
  readonly faults: string;
  end(): Promise<void>;
}

/** Starts the servers; needs a built backend. @param nodes number of servers */
export async function startHarness(nodes: 1 | 3): Promise<Harness> {
  const folder = await mkdtemp(join(tmpdir(), 'siegel-protocol-'));
  const run = async (...words: string[]): Promise<string> =>
    (await promisify(execFile)(process.execPath, [SCRIPT, folder, ...words])).stdout;
  const url = (await run('up', String(nodes))).trim();
  return {
    url,
    faults: `"${process.execPath}" "${SCRIPT}" "${folder}"`,
    end: async () => {
      await run('down');
      await rm(folder, { recursive: true });
    },
  };
}
