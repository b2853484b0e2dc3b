import { createHash } from 'node:crypto';
import type { Party } from '@siegel/contracts/enums';
import { type DocumentSealed, ndaStream } from '../nda/nda.events.js';
import { ndaModel } from '../nda/nda.model.js';
import type { NdaState } from '../nda/nda.state.js';
import type { CommandRunner } from '../platform/journal/command-runner.js';
import type { BlobStore } from '../platform/vault/blob-store.js';
import { DeliveryStepFailed, step } from './delivery-failure.js';
import { type DocumentInput, documentInput } from './pdf/document-input.js';
import { RENDERER, type RenderedDocument, renderDocument } from './pdf/render-document.js';

export const documentLabel = (documentHash: string): string => `document:${documentHash}`;
export const signatureLabel = (signatureHash: string): string => `signature:${signatureHash}`;

export interface SealingParts {
  readonly runner: Pick<CommandRunner, 'state'>;
  readonly blobs: Pick<BlobStore, 'get' | 'put'>;
  readonly render?: (input: DocumentInput) => Promise<RenderedDocument>;
}

async function signatureOf(parts: SealingParts, state: NdaState, party: Party): Promise<Buffer> {
  const hash = (party === 1 ? state.party1 : state.party2)?.signatureHash;
  const image = hash === undefined ? undefined : await parts.blobs.get(ndaStream(state.id), signatureLabel(hash));
  if (image === undefined) throw new DeliveryStepFailed('making', party, 'signature_missing');
  return image;
}

/** The document's content as of the revision at which it was complete and paid (decisions 14), whatever was recorded since. */
export async function loadDocumentInput(parts: SealingParts, ndaId: string, dueAtRevision: number): Promise<DocumentInput> {
  const { state, events } = await parts.runner.state(ndaModel, ndaId, dueAtRevision);
  return documentInput(state, events, { 1: await signatureOf(parts, state, 1), 2: await signatureOf(parts, state, 2) });
}

/**
 * Makes the document and stores its bytes, sealed with the NDA's key. Safe to repeat: the same history gives the same bytes and the same hash.
 * @throws DeliveryStepFailed
 */
export async function sealDocument(parts: SealingParts, ndaId: string, dueAtRevision: number): Promise<DocumentSealed['open']> {
  const render = parts.render ?? renderDocument;
  const input = await step('making', null, () => loadDocumentInput(parts, ndaId, dueAtRevision));
  const { bytes, pages } = await step('making', null, () => render(input));
  const documentHash = createHash('sha256').update(bytes).digest('hex');
  await step('sealing', null, () => parts.blobs.put(ndaStream(ndaId), documentLabel(documentHash), bytes));
  return {
    documentHash,
    bytes: bytes.length,
    pages,
    asOfRevision: dueAtRevision,
    templateVersion: input.agreement.templateVersion,
    renderer: RENDERER,
    level: 'none',
    certificateHash: null,
  };
}
