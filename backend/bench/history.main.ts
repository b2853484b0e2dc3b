import { createHash } from 'node:crypto';
import { type Infrastructure, openInfrastructure } from '@siegel/backend/app/infrastructure';
import { readSecrets } from '@siegel/backend/app/secrets';
import { ndaDecider } from '@siegel/backend/nda/nda.decider';
import type { NdaCommand } from '@siegel/backend/nda/nda.commands';
import { silentLogger } from '@siegel/backend/platform/logging/logger';
import { RuleBroken } from '@siegel/backend/platform/errors/rule-broken';
import type { BackendWish } from './whole-backend.js';
import { answer } from './child.js';
import { writeLongHistory } from './long-history.js';
import { contextNow } from './true-ndas.js';
import { median } from './statistics.js';

/** A command on a stream as long as none of today's can become, in a process of its own. */

const ROUNDS = 15;
/** What this much hashing takes of a machine's CPU stands for the machine. */
const HASHED_BYTES = 64 * 2 ** 20;

export interface HistoryCost {
  /** Milliseconds of CPU of all threads, medians. */
  readonly command: number;
  readonly fixedWork: number;
}

let infrastructure: Infrastructure | undefined;

async function start({ databaseUrl, dataDir }: BackendWish): Promise<void> {
  const secrets = await readSecrets({ dataDir, production: false }, {});
  infrastructure = await openInfrastructure({ databaseUrl, secrets, logger: silentLogger });
  await infrastructure.vault.start();
}

async function cpuOf(work: () => Promise<unknown> | void): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const fixedWork = (): void => {
  createHash('sha256').update(Buffer.alloc(HASHED_BYTES)).digest();
};

/** @param length events of the stream; most are such as could once be appended again and again */
async function measure(length: number): Promise<HistoryCost> {
  if (infrastructure === undefined) throw new Error('not started');
  const { commands } = infrastructure;
  const nda = await writeLongHistory(infrastructure, length);
  const command: NdaCommand = { type: 'RequestPayment', party: 1, provider: 'sandbox' };
  const refused = (): Promise<void> =>
    commands.run(ndaDecider, nda.id, command, contextNow()).then(
      () => {
        throw new Error('was not refused');
      },
      (error: unknown) => {
        if (!(error instanceof RuleBroken)) throw error;
      },
    );
  const [costs, fixed]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    costs.push(await cpuOf(refused));
    fixed.push(await cpuOf(fixedWork));
  }
  return { command: median(costs), fixedWork: median(fixed) };
}

answer({ start, measure, stop: async () => infrastructure?.close() });
