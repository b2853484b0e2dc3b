import 'reflect-metadata';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { STREAM_PREFIXES } from '../app/streams.js';
import { OperatorError } from '../platform/operator-error.js';
import { callersFolder } from '../platform/config/process-environment.js';
import type { SignedCheckpoint } from '../proof/signed-checkpoints.js';
import { hasTree } from '../proof/stored-tree.js';
import { verifyLog } from '../proof/verify-log.js';
import { publicKeysIn } from '../vault/receipts.js';
import { withStoredLog } from './operator-context.js';
import { runCommand } from './run-cli.js';
import { verdictText } from './verdict-text.js';

const USAGE = 'Usage: npm run verify:log [-- --checkpoints <file of GET /api/checkpoints, kept outside>]';
const PROGRESS_MS = 1000;

async function keptOutside(args: readonly string[]): Promise<readonly SignedCheckpoint[]> {
  if (args.length === 0) return [];
  const [flag, file, ...rest] = args;
  if (flag !== '--checkpoints' || file === undefined || rest.length > 0) throw new OperatorError(USAGE);
  const text = await readFile(resolve(callersFolder(), file), 'utf8');
  const items = checkpointsIn(text);
  if (items === undefined) throw new OperatorError(`${file} is no answer of GET /api/checkpoints.`);
  return items.toSorted((one, other) => one.size - other.size);
}

function checkpointsIn(text: string): readonly SignedCheckpoint[] | undefined {
  try {
    const { items } = JSON.parse(text) as { items: readonly SignedCheckpoint[] };
    return items.every(isCheckpoint) ? items : undefined;
  } catch {
    return undefined;
  }
}

const isCheckpoint = ({ size, root, at, keyId, signature }: SignedCheckpoint): boolean =>
  Number.isSafeInteger(size) && [root, at, keyId, signature].every((text) => typeof text === 'string');

/**
 * `npm run verify:log`: verifies the whole log on either store, without the service and whatever became of the store.
 * Exit code 1 where it is broken.
 */
async function main(args: readonly string[]): Promise<void> {
  const outside = await keptOutside(args);
  await withStoredLog(async ({ pool, log }) => {
    if (!(await hasTree(pool)))
      throw new OperatorError(
        'This database is of a version that kept no tree over its log. Start a backend of this version on it once.',
      );
    let told = Date.now();
    const verdict = await verifyLog({
      pool,
      store: log,
      publicKeys: () => publicKeysIn(pool),
      streamPrefixes: STREAM_PREFIXES,
      outside,
      onProgress: (done, of) => {
        if (Date.now() - told < PROGRESS_MS) return;
        told = Date.now();
        console.log(`${done} of ${of}`);
      },
    });
    console.log(verdictText(verdict));
    if (verdict.firstBroken !== null) process.exitCode = 1;
  });
}

runCommand(main);
