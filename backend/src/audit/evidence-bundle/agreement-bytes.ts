import { canonicalAgreement } from '@siegel/contracts/agreement/canonical';
import { OPEN_TERMS, pickTerms, SEALED_TERMS } from '@siegel/contracts/nda/term-fields';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import type { NdaCreated, NdaPersonal } from '../../nda/nda.events.js';
import type { Opening } from '../../proof/bundle/bundle-files.js';
import { agreementOf } from '../../agreements/agreement-text.js';

/**
 * Returns the bytes from which the agreement's hash is computed (rule:canonical-document); undefined if the
 * terms that fill the agreement are not disclosed.
 */
export function agreementBytes(
  { open }: Pick<Recorded<NdaCreated>, 'open'>,
  openings: readonly Opening[],
): Buffer | undefined {
  const created = openings.find(({ revision, state }) => revision === 0 && state === 'opened');
  if (created?.state !== 'opened') return undefined;
  const { personal } = JSON.parse(created.text) as { readonly personal: NdaPersonal };
  const terms = { ...pickTerms(personal, SEALED_TERMS), ...pickTerms(open, OPEN_TERMS) };
  return Buffer.from(canonicalAgreement(agreementOf(open, terms)), 'utf8');
}
