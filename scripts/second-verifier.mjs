// The second verifier (docs/verifier/verify.py): its self test, and what it says of all vectors.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './workspace.mjs';

const script = join(root, 'docs/verifier/verify.py');
const vectors = join(root, 'docs/verifier/vectors');

/** Debian packages that it needs and this machine has not. */
export const lacking = [
  ['python3', '--version'],
  ['openssl', 'version'],
]
  .filter(([program, word]) => spawnSync(program, [word]).status !== 0)
  .map(([program]) => program);

/** @throws Error with each disagreement */
export async function secondVerifier() {
  await run('python3', [script, '--self-test']);
  if (existsSync(vectors)) await run('python3', [script, '--vectors', vectors]);
}
