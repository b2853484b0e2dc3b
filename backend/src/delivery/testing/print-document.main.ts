/**
 * Renders the sample agreement and prints the SHA-256 of its bytes. Tests run it as a separate process with
 * its own environment.
 */
import { documentInput } from '../pdf/document-input.js';
import { renderDocument } from '../pdf/render-document.js';
import { ndaAfter } from '../../nda/testing/given.js';
import { partsOf, recordedStory, sha256 } from './signed-nda.js';

async function main(): Promise<void> {
  const events = recordedStory();
  const { bytes } = await renderDocument(documentInput(ndaAfter(events), events, partsOf(events)));
  process.stdout.write(sha256(bytes));
}

void main();
