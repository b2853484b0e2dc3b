import { inPersonJourney } from '../testing/in-person-journey.js';
import { startTestBackend } from '../testing/test-backend.js';

inPersonJourney('PostgreSQL', async () => {
  const backend = await startTestBackend();
  return { backend, stop: () => backend.stop() };
});
