import type { Party, RecipientStatus } from '../enums.js';
import { type FieldValue, REPLAYED_FIELDS, type ReplayedField, type FlattenedField } from './fields.js';
import type { ReplayedNda } from './views.js';

const recipient = ({ delivery }: ReplayedNda, party: Party): RecipientStatus | null =>
  delivery.recipients.find((one) => one.party === party)?.status ?? null;
const disputedAt = ({ disputed }: ReplayedNda, party: Party): string | null =>
  disputed.find((one) => one.party === party)?.at ?? null;

/** Returns one value for each field. A mail problem is written as `<kind> <party> <code>`. */
export function replayedFields(nda: ReplayedNda): Readonly<Record<ReplayedField, FieldValue>> {
  const flattened: Readonly<Record<FlattenedField, FieldValue>> = {
    deliveryStatus: nda.delivery.status,
    deliveryError: nda.delivery.error,
    recipient1: recipient(nda, 1),
    recipient2: recipient(nda, 2),
    mailProblemList: nda.mailProblems.map(({ kind, party, code }) => `${kind} ${party} ${code}`),
    party1DisputedAt: disputedAt(nda, 1),
    party2DisputedAt: disputedAt(nda, 2),
    legalHoldSince: nda.legalHold?.since ?? null,
    legalHoldReason: nda.legalHold?.reason ?? null,
  };
  const all = { ...nda, ...flattened };
  return Object.fromEntries(REPLAYED_FIELDS.map((field) => [field, all[field]])) as Record<
    ReplayedField,
    FieldValue
  >;
}
