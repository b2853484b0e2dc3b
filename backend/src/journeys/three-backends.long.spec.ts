import { threeBackendsJourney } from '../testing/three-backends-journey.js';

threeBackendsJourney('PostgreSQL', () => Promise.resolve({}));
