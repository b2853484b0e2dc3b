import { Counter, Histogram, type Registry } from 'prom-client';

/** Seconds. */
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/**
 * Returns a function that counts documents. Call the function once for each document that was made, with the
 * number of seconds that making it took.
 */
export function countDocuments(registry: Registry): (seconds: number) => void {
  const registers = [registry];
  const made = new Counter({
    name: 'documents_made_total',
    help: 'Documents made, sealed and stored.',
    registers,
  });
  const duration = new Histogram({
    name: 'document_making_duration_seconds',
    help: 'Time to make, seal and store a document.',
    buckets: BUCKETS,
    registers,
  });
  return (seconds) => {
    made.inc();
    duration.observe(seconds);
  };
}
