import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { scaledTimeout } from '../testing/scaled-timeout.js';
import { compiledModuleBeside } from './threads.js';

/**
 * A program that works for a while, and then idles. It exits as soon as a full garbage collection runs after
 * the work. V8's own collection in idle times is off. The program would therefore never exit without the
 * collection that `collectGarbageRarely` starts.
 */
const QUIET_AFTER_WORK = `
const [{ constants, PerformanceObserver }, { collectGarbageRarely }] = await Promise.all([
  import('node:perf_hooks'),
  import(process.argv[1]),
]);
let isQuiet = false;
new PerformanceObserver((list) => {
  const isFull = list.getEntries().some(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR);
  if (isQuiet && isFull) process.exit(0);
}).observe({ entryTypes: ['gc'] });
collectGarbageRarely(50);
const work = setInterval(() => Array.from({ length: 100_000 }, (_, n) => ({ n })), 1);
setTimeout(() => {
  clearInterval(work);
  setImmediate(() => { isQuiet = true; });
}, 500);
setInterval(() => undefined, 1_000);
`;

it('garbage of finished work is collected in idle time', async () => {
  const heap = `file://${compiledModuleBeside(`file://${__filename}`, './heap.js')}`;
  const child = promisify(execFile)(
    process.execPath,
    ['--no-memory-reducer', '--input-type=module', '--eval', QUIET_AFTER_WORK, heap],
    { timeout: scaledTimeout(10_000) },
  );
  await expect(child).resolves.toMatchObject({ stderr: '' });
});
