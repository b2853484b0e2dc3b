import 'reflect-metadata';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { STREAM_PREFIXES } from '../app/streams.js';
import { OperatorError } from '../platform/operator-error.js';
import { callersFolder } from '../platform/config/process-environment.js';
import type { SignedCheckpoint } from '../proof/signed-checkpoints.js';
import { verifyLog } from '../proof/verify-log.js';
import { withInfrastructure } from './operator-context.js';
import { runCommand } from './run-cli.js';

const USAGE = 'Usage: npm run verify:log [-- --checkpoints <file of GET /api/checkpoints, kept outside>]';
const PROGRESS_MS = 1000;

async function keptOutside(args: readonly string[]): Promise<readonly SignedCheckpoint[]> {
  if (args.length === 0) return [];
  const [flag, file, ...rest] = args;
  if (flag !== '--checkpoints' || file === undefined || rest.length > 0) throw new OperatorError(USAGE);
  const text = await readFile(resolve(callersFolder(), file), 'utf8');
  try {
    const { items } = JSON.parse(text) as { items: SignedCheckpoint[] };
    return items.toSorted((one, other) => one.size - other.size);
  } catch {
    throw new OperatorError(`${file} is no answer of GET /api/checkpoints.`);
  }
}

/**
 * `npm run verify:log`: verifies the whole log on either store, without the service. Exit code 1 where it is broken.
 */
async function main(args: readonly string[]): Promise<void> {
  const outside = await keptOutside(args);
  await withInfrastructure(async ({ pool, store, receipts }) => {
    let told = Date.now();
    const { events, checkpoints, firstBroken } = await verifyLog({
      pool,
      store,
      publicKeys: () => receipts.publicKeys(),
      streamPrefixes: STREAM_PREFIXES,
      outside,
      onProgress: (done, of) => {
        if (Date.now() - told < PROGRESS_MS) return;
        told = Date.now();
        console.log(`${done} of ${of}`);
      },
    });
    if (firstBroken === null) {
      console.log(`Intact: ${events} events, ${checkpoints} checkpoints.`);
      return;
    }
    const { stream, revision, kind, detail } = firstBroken;
    console.log(`Broken: ${kind}${stream === null ? '' : ` at ${stream}@${revision}`}: ${detail}.`);
    process.exitCode = 1;
  });
}

runCommand(main);
