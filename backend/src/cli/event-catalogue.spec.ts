import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventCatalogue } from './event-catalogue.js';
import { accessEvents } from '../audit/model/access.registry.js';
import { ndaEvents } from '../nda/nda.registry.js';
import { trustEvents } from '../trust-stream/trust.registry.js';
import { voucherEvents } from '../voucher/voucher.registry.js';
import { withdrawalEvents } from '../withdrawals/model/withdrawal.registry.js';

describe('the event catalogue', () => {
  it('is the content of docs/events.md (otherwise: npm run catalogue)', () =>
    expect(readFileSync(join(__dirname, '../../../docs/events.md'), 'utf8')).toBe(eventCatalogue()));
  it('names every event once, together with its sealed fields', () => {
    const rows = eventCatalogue().match(/^\| `\w+\.v\d+`/gm);
    const registries = [ndaEvents, voucherEvents, withdrawalEvents, accessEvents, trustEvents];
    expect(rows).toHaveLength(registries.flatMap((registry) => Object.keys(registry)).length);
    expect(eventCatalogue()).toMatch(/\| `Party1Signed\.v2` \|.*\| `signatureHash`, origin \|/);
    expect(eventCatalogue()).toMatch(/\| `NdaErased\.v1` \|.*\| `reason` \| – \|/);
  });
});
