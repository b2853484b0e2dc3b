/**
 * A job worker for tests, run as a process of its own. When a job begins it prints `working`. The job never
 * finishes.
 */
import { randomUUID } from 'node:crypto';
import { silentLogger } from '../../../platform/logging/logger.js';
import { createPool } from '../../../platform/postgres/pool.js';
import { JobWorker } from '../../../platform/jobs/job-worker.js';

const url = process.argv[2] ?? '';
new JobWorker({
  pool: createPool(url),
  url,
  backend: randomUUID(),
  logger: silentLogger,
  handlers: [
    {
      task: 'greet',
      run: () => {
        process.stdout.write('working\n');
        return new Promise(() => undefined);
      },
    },
  ],
}).start();
