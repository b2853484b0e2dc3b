import type { SiteView } from '../site.js';

/** A site configuration for tests, as an operator would write it. */
export const sampleSite: SiteView = {
  operatorName: 'Siegel GmbH',
  operatorAddress: ['Speicherstraße 1', '20457 Hamburg'],
  operatorEmail: 'post@siegel.example',
  operatorPhone: null,
  operatorDetails: ['HRB 1, Amtsgericht Hamburg'],
  rating: null,
  ai: null,
  payments: { provider: 'sandbox', testMode: true },
  receivers: [],
  vatRate: null,
  retention: { draftDays: 30, visitorDays: 30, unfinishedDays: 365, completedDays: null },
};
