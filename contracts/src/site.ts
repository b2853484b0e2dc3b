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
 * Where a browser keeps the session id for counting page views: in the tab's storage, or only in the page's
 * memory (rule:analytics-session-may-stay-in-memory).
 */
export type AnalyticsSession = 'tab' | 'memory';

const receiverSchema = objectOf({ role: oneOf(['payment', 'mail', 'ai']), name: text });
/** A company that receives personal data because the service needs its help, for example a mail provider. */
export interface ReceiverView extends ViewOf<typeof receiverSchema> {}

const retentionSchema = objectOf({
  draftDays: described('Days for drafts that nobody signed', count),
  visitorDays: described('Days for session and user agent of a page view', count),
  unfinishedDays: described(
    'Days for agreements that somebody signed and that never became complete, counted from the last act of a party',
    count,
  ),
  completedDays: described(
    'Days for complete agreements. Null if they stay until somebody has them erased',
    nullable(count),
  ),
});
export interface RetentionView extends ViewOf<typeof retentionSchema> {}

const vatRate: Schema<number | 'none' | null> = {
  description: 'VAT rate in percent, or `none` if the operator owes no VAT',
  anyOf: [{ type: 'number', minimum: 0 }, { const: 'none' }, { type: 'null' }],
};

export const siteSchema = namedObject('Site', {
  operatorName: nullable(text),
  operatorAddress: described('Lines of the postal address', listOf(text)),
  operatorEmail: nullable(text),
  operatorPhone: nullable(text),
  operatorDetails: described('Register and number, VAT id and similar details, one per line', listOf(text)),
  rating: described(
    'Shown only if the operator claims the rating as its own. The note says how the rating was collected',
    nullable(objectOf({ value: amount, count, note: text })),
  ),
  ai: described(
    'Provider that rewrites descriptions. Null if there is none',
    nullable(objectOf({ provider: text })),
  ),
  payments: described(
    'Payment provider. In test mode no money moves',
    objectOf({ provider: oneOf(['stripe', 'sandbox']), testMode: flag }),
  ),
  receivers: described(
    'Other companies that get personal data, so that the service can do its work',
    listOf(receiverSchema),
  ),
  vatRate,
  retention: described('Days after which the service deletes data', retentionSchema),
});
/**
 * `GET /api/site`: the operator of this installation, and the features of the installation
 * (rule:operator-is-configuration). A value that is not configured is null. Pages leave out such a value.
 * Only the imprint says that the value is missing.
 */
export interface SiteView extends ViewOf<typeof siteSchema> {}
