import { contractOfReading } from './contract-reading.js';
import { contractOfSubscribing } from './contract-subscribing.js';
import { contractOfRecovering } from './contract-recovering.js';
import { contractOfAppending } from './contract-appending.js';
import type { StoreUnderTest } from './store-under-test.js';

/**
 * The contract of every adapter, in the port's terms alone. Runs inside jest.
 * @param troubles names of troubles that `trouble` can cause, each of which appends have to survive
 */
export function eventStoreContract(
  name: string,
  makeStore: () => Promise<StoreUnderTest>,
  troubles: readonly string[] = [],
): void {
  describe(`event store contract: ${name}`, () => {
    let made: StoreUnderTest | undefined;
    const make = async (): Promise<StoreUnderTest> => {
      made = await makeStore();
      return made;
    };
    afterEach(async () => {
      await made?.destroy();
      made = undefined;
    });
    contractOfAppending(make);
    contractOfReading(make);
    contractOfSubscribing(make);
    contractOfRecovering(make, troubles);
  });
}
