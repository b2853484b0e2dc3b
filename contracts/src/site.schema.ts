import { count, flag, listOf, named, nullable, objectOf, oneOf, type Schema, text } from './schema.js';
import type { PaymentProviderName } from './enums.js';
import type { ReceiverView, RetentionView, SiteView } from './site.js';

const rating: Schema<NonNullable<SiteView['rating']>> = objectOf<NonNullable<SiteView['rating']>>({
  value: { type: 'number', minimum: 0 },
  count,
  note: text,
});
const vatRate: Schema<SiteView['vatRate']> = {
  description: 'Percent, or `none` where the operator owes none',
  anyOf: [{ type: 'number', minimum: 0 }, { const: 'none' }, { type: 'null' }],
};

export const siteSchema: Schema<SiteView> = named(
  'Site',
  objectOf<SiteView>({
    operatorName: nullable(text),
    operatorAddress: listOf(text),
    operatorEmail: nullable(text),
    operatorPhone: nullable(text),
    operatorDetails: listOf(text),
    rating: nullable(rating),
    ai: nullable(objectOf<{ provider: string }>({ provider: text })),
    payments: objectOf<{ provider: PaymentProviderName; testMode: boolean }>({
      provider: oneOf(['stripe', 'sandbox']),
      testMode: flag,
    }),
    receivers: listOf(objectOf<ReceiverView>({ role: oneOf(['payment', 'mail', 'ai']), name: text })),
    vatRate,
    retention: objectOf<RetentionView>({
      draftDays: count,
      visitorDays: count,
      unfinishedDays: count,
      completedDays: nullable(count),
    }),
  }),
);
