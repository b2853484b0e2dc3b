import { rightsJourney } from '../testing/rights-journey.js';

rightsJourney('PostgreSQL', () => Promise.resolve({ env: {}, stop: () => Promise.resolve() }));
