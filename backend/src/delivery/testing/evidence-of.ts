import type { Evidence } from '@siegel/contracts/evidence/evidence';
import { loadDocumentInput } from '../seal-document.js';
import type { DeliveryBench } from './delivery-bench.js';
import type { Story } from './signed-nda.js';

const verifyUrl = 'https://siegel.example/verify';

/** Evidence that was made from a real log and a real vault. */
export interface SampleEvidence {
  readonly ndaId: string;
  readonly text: string;
  readonly evidence: Evidence;
  /** Builds it again. */
  readonly made: () => Promise<string>;
}

/**
 * @param dueAtRevision revision of the story's last event, counted from 0
 * @param events changes the story's events before they are appended
 */
export async function evidenceOf(
  bench: DeliveryBench,
  story: Story = {},
  dueAtRevision = 5,
  events?: Parameters<DeliveryBench['createPaid']>[1],
): Promise<SampleEvidence> {
  const fullStory = { personal: { party2Company: 'Łódź & Söhne' }, ...story };
  const ndaId = await bench.createPaid(fullStory, events);
  const made = async (): Promise<string> =>
    (await loadDocumentInput(bench.parts, { ndaId, dueAtRevision, verifyUrl })).evidence;
  const text = await made();
  return { ndaId, text, made, evidence: JSON.parse(text) as Evidence };
}
