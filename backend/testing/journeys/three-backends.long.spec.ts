import { threeBackendsJourney } from './three-backends-journey.js';

threeBackendsJourney('PostgreSQL', () => Promise.resolve({}));
