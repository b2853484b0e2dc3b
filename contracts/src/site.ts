import {
  amount,
  count,
  described,
  flag,
  listOf,
  namedObject,
  nullable,
  objectOf,
  oneOf,
  type Schema,
  text,
  type ViewOf,
} from './schema.js';

/**
 * Where a browser keeps the session id under which page views are counted: in the tab's storage, or only in
 * the page's memory (rule:analytics-session-may-stay-in-memory).
 */
export type AnalyticsSession = 'tab' | 'memory';

const receiverSchema = objectOf({ role: oneOf(['payment', 'mail', 'ai']), name: text });
/** A company that receives personal data, so that the service can do its work. */
export interface ReceiverView extends ViewOf<typeof receiverSchema> {}

const retentionSchema = objectOf({
  draftDays: described('Drafts that nobody signed', count),
  visitorDays: described('Session and user agent of a page view', count),
  unfinishedDays: described(
    'Agreements that somebody signed and that never became complete, after the last act of a party',
    count,
  ),
  completedDays: described(
    'Agreements that are complete; null: they stay until somebody has them erased',
    nullable(count),
  ),
});
export interface RetentionView extends ViewOf<typeof retentionSchema> {}

const vatRate: Schema<number | 'none' | null> = {
  description: 'Percent, or `none` where the operator owes none',
  anyOf: [{ type: 'number', minimum: 0 }, { const: 'none' }, { type: 'null' }],
};

export const siteSchema = namedObject('Site', {
  operatorName: nullable(text),
  operatorAddress: described('Lines of the postal address', listOf(text)),
  operatorEmail: nullable(text),
  operatorPhone: nullable(text),
  operatorDetails: described('Register and number, VAT id and the like, one per line', listOf(text)),
  rating: described(
    'Shown only when the operator claims it as his own; the note says how it was collected',
    nullable(objectOf({ value: amount, count, note: text })),
  ),
  ai: described('Who rewrites descriptions; null where nobody does', nullable(objectOf({ provider: text }))),
  payments: described(
    'In test mode no money moves',
    objectOf({ provider: oneOf(['stripe', 'sandbox']), testMode: flag }),
  ),
  receivers: described(
    'Others who are given personal data, so that the service can do its work',
    listOf(receiverSchema),
  ),
  vatRate,
  retention: described('Days after which things go', retentionSchema),
});
/**
 * `GET /api/site`: the operator of this installation, and what the installation can do
 * (rule:operator-is-configuration). A value that is not configured is null. Pages leave out such a value.
 * Only the imprint says that the value is missing.
 */
export interface SiteView extends ViewOf<typeof siteSchema> {}
