import { ProviderFailed } from './provider.js';

/** What comes of the work later is recorded all the same. @throws ProviderFailed after so many milliseconds */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
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
