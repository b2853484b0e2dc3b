import { rightsJourney } from './rights-journey.js';
import { startTestBackend } from '../backend/test-backend.js';

rightsJourney('PostgreSQL', async () => {
  const lines: string[] = [];
  const logs = { write: (line: string) => void lines.push(line) };
  const test = await startTestBackend({ env: { LOG_LEVEL: 'warn' }, logs });
  const { database, secrets, dataDir } = test;
  const other = await startTestBackend({ on: { database, secrets, dataDir } });
  const stop = async (): Promise<void> => {
    await other.stop();
    await test.stop();
  };
  return { test, other, lines, stop };
});
