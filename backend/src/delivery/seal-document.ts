import { createHash } from 'node:crypto';
import type { Language, Party } from '@siegel/contracts/enums';
import { PAGES } from '@siegel/contracts/pages';
import { documentLabel, signatureLabel } from '../nda/nda.blobs.js';
import { type DocumentSealed, ndaStream } from '../nda/nda.events.js';
import { ndaDecider } from '../nda/nda.decider.js';
import type { NdaState } from '../nda/nda.state.js';
import type { Commands } from '../bus/commands.js';
import type { PdfSeal } from '../pades/pdf-seal.js';
import type { BlobStore } from '../vault/blob-store.js';
import { DeliveryStepFailed, step } from './delivery-failure.js';
import type { History } from './evidence/history.js';
import { type DocumentInput, documentInput } from './pdf/document-input.js';
import { type Render, RENDERER } from './pdf/renderer.js';

export interface SealingParts {
  readonly commands: Pick<Commands, 'state'>;
  readonly blobs: Pick<BlobStore, 'get' | 'put'>;
  readonly seal: Pick<PdfSeal, 'seal'>;
  readonly history: History;
  /** Origin of the service. */
  readonly publicUrl: string;
  readonly render: Render;
}

export type RenderingParts = Pick<SealingParts, 'commands' | 'blobs' | 'history' | 'publicUrl' | 'render'>;
type ReadingParts = Pick<SealingParts, 'commands' | 'blobs' | 'history'>;

/** Returns the address of the page that checks documents. */
const verifyUrlOf = (publicUrl: string): string => `${publicUrl}${PAGES.verify.path}`;

/** The reason for sealing. It is part of the seal, and PDF readers show it. */
const REASON: Readonly<Record<Language, string>> = {
  de: 'Von beiden Parteien unterschrieben. Dieses Siegel macht jede spätere Änderung erkennbar.',
  en: 'Signed by both parties. This seal makes any later change visible.',
};

async function signatureOf(parts: ReadingParts, state: NdaState, party: Party): Promise<Buffer> {
  const hash = (party === 1 ? state.party1 : state.party2)?.signatureHash;
  const image =
    hash === undefined ? undefined : await parts.blobs.get(ndaStream(state.id), signatureLabel(hash));
  if (image === undefined) throw new DeliveryStepFailed('making', party, 'signature_missing');
  return image;
}

/**
 * Returns the document's content as of the revision at which the NDA was complete and paid
 * (rule:document-as-of-due-revision), whatever was recorded later.
 */
export async function loadDocumentInput(
  parts: ReadingParts,
  { ndaId, dueAtRevision, verifyUrl }: { ndaId: string; dueAtRevision: number; verifyUrl: string },
): Promise<DocumentInput> {
  const { state, events } = await parts.commands.state(ndaDecider, ndaId, dueAtRevision);
  const signatures = { 1: await signatureOf(parts, state, 1), 2: await signatureOf(parts, state, 2) };
  const history = await parts.history(ndaStream(ndaId), dueAtRevision);
  return documentInput(state, events, { signatures, history, verifyUrl });
}

/**
 * Renders the document without a seal, as of the revision at which the NDA was complete and paid. If the NDA
 * is not complete and paid yet, the document describes the current revision.
 * @throws DeliveryStepFailed, DocumentRefused
 */
export async function renderUnsealed(parts: RenderingParts, ndaId: string): Promise<Buffer> {
  const { state } = await parts.commands.state(ndaDecider, ndaId);
  const dueAtRevision = state.dueAtRevision ?? state.revision;
  const input = await loadDocumentInput(parts, {
    ndaId,
    dueAtRevision,
    verifyUrl: verifyUrlOf(parts.publicUrl),
  });
  return (await parts.render({ ...input, isCopy: true })).bytes;
}

/**
 * Makes the document, seals it and stores its bytes, encrypted with the NDA's key. The call can be repeated
 * safely, even after an interruption. Each repetition makes another seal with another time and hash, but only
 * the recorded seal counts.
 * @throws DeliveryStepFailed
 */
export async function sealDocument(
  parts: SealingParts,
  ndaId: string,
  dueAtRevision: number,
): Promise<DocumentSealed['open']> {
  const verifyUrl = verifyUrlOf(parts.publicUrl);
  const input = await step('making', null, () =>
    loadDocumentInput(parts, { ndaId, dueAtRevision, verifyUrl }),
  );
  const { bytes: rendered, pages } = await step('making', null, () => parts.render(input));
  const { bytes, level, certificateHash } = await step('sealing', null, () =>
    parts.seal.seal(rendered, REASON[input.language]),
  );
  const documentHash = createHash('sha256').update(bytes).digest('hex');
  await step('sealing', null, () => parts.blobs.put(ndaStream(ndaId), documentLabel(documentHash), bytes));
  return {
    documentHash,
    bytes: bytes.length,
    pages,
    asOfRevision: dueAtRevision,
    templateVersion: input.agreement.templateVersion,
    renderer: RENDERER,
    verifyUrl,
    level,
    certificateHash,
  };
}
