import { contractOfReading } from './contract-reading.js';
import { contractOfSubscribing } from './contract-subscribing.js';
import { contractOfRecovering } from './contract-recovering.js';
import { contractOfAppending } from './contract-appending.js';
import type { StoreUnderTest } from './store-under-test.js';

/**
 * Registers the contract suite that every adapter has to pass. The tests use a store only through the port.
 * Call this inside jest.
 * @param troubles names of troubles that `trouble` can cause; appends have to survive each of them
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
