import { loadProvider, loadProviderAgain } from './provider-script.js';

const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('script')];
const only = (): HTMLScriptElement => {
  const [script, ...more] = scripts();
  if (script === undefined || more.length > 0) throw new Error(`${more.length + 1} scripts`);
  return script;
};
const fails = async () => {
  only().dispatchEvent(new Event('error'));
  await new Promise((resolve) => setTimeout(resolve));
};
const STRIPE = { elements: () => undefined };
function arrives(): void {
  Object.assign(window, { Stripe: () => STRIPE });
  only().dispatchEvent(new Event('load'));
}
const isOver = async (one: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    one.then(
      () => true,
      () => true,
    ),
    new Promise<false>((resolve) => setTimeout(resolve, 0, false)),
  ]);

/** This is one test with a fixed order, because the package remembers earlier attempts. */
it('loads the script without its fraud signals, and loads it again after a refusal or silence', async () => {
  const refused = loadProvider('pk_test_1');
  expect(only().src).toMatch(/^https:\/\/js\.stripe\.com\/.+\?advancedFraudSignals=false$/);
  await fails();
  const second = only();
  await fails();
  await expect(refused).rejects.toThrow('Failed to load Stripe.js');
  expect(scripts()).toEqual([]);

  // Simulates silence: neither the first attempt nor the package's own second attempt gets a response.
  const silent = loadProvider('pk_test_1');
  const third = only();
  expect(third).not.toBe(second);
  expect(await isOver(silent)).toBe(false);
  const again = loadProviderAgain('pk_test_1');
  expect(await isOver(again)).toBe(false);
  const fourth = only();
  expect(fourth).not.toBe(third);
  const onceMore = loadProviderAgain('pk_test_1');
  expect(await isOver(onceMore)).toBe(false);
  expect(only()).not.toBe(fourth);
  await expect(silent).rejects.toThrow('Failed to load Stripe.js');
  arrives();
  expect(await onceMore).toBe(STRIPE);
  // The script is loaded now, so it is not requested again.
  expect(await loadProviderAgain('pk_test_1')).toBe(STRIPE);
  await expect(again).rejects.toThrow('Failed to load Stripe.js');
});
