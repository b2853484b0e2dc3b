import { rightsJourney } from './rights-journey.js';

rightsJourney('PostgreSQL', () => Promise.resolve({ env: {}, stop: () => Promise.resolve() }));
