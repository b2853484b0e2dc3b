import { ProviderFailed } from './provider.js';

/**
 * Waits until the work is done or the time is up. A timeout does not stop the work.
 * @throws ProviderFailed if the work is not done after `ms` milliseconds
 */
export async function withTimeout(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProviderFailed('the provider keeps quiet')), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
