import { inPersonJourney } from './in-person-journey.js';
import { startTestBackend } from '../backend/test-backend.js';

inPersonJourney('PostgreSQL', async () => {
  const backend = await startTestBackend();
  return { backend, stop: () => backend.stop() };
});
