import { contractOfReading } from './contract-reading.js';
import { contractOfSubscribing } from './contract-subscribing.js';
import { contractOfRecovering } from './contract-recovering.js';
import { contractOfAppending } from './contract-appending.js';
import type { StoreUnderTest } from './store-under-test.js';

/**
 * What any adapter must do, said in the port's terms alone. Runs inside jest.
 * @param troubles names of what `trouble` can make, each of which appends have to meet
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
