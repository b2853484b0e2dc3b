/** `npm run vectors`: rewrites bundles and vectors for both verifiers (docs/verifier/README.md). */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vectorFiles } from './vectors.js';

const folder = join(import.meta.dirname, '../../../../../docs/verifier/vectors');

await mkdir(folder, { recursive: true });
for (const [name, bytes] of vectorFiles()) await writeFile(join(folder, name), bytes);
