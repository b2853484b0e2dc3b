/** `npm run folds`: records the rows that the projections make from the histories in `fold-histories.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldHistories } from './fold-histories.js';
import {
  changedFolds,
  foldedProjections,
  foldsFile,
  foldsOf,
  readFolds,
  changedFoldMessage,
} from './recorded-folds.js';

const source = join(import.meta.dirname, '../../../src');
const today = await foldsOf(foldedProjections(), await foldHistories(source));
const changed = changedFolds(readFolds(source), today);
if (changed.length > 0) {
  for (const name of changed) console.error(changedFoldMessage(name, source));
  process.exitCode = 1;
} else writeFileSync(foldsFile(source), `${JSON.stringify(today, null, 2)}\n`);
