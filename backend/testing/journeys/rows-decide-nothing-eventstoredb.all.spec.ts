import { isLongRun } from '#src/platform/testing/long-run';
import { AttackedService } from '../faults/row-attacks/attacked-service.js';
import { EVENTS_ON_SERVER } from '../faults/row-attacks/attackable-rows.js';
import { seedOf } from '../faults/row-attacks/sampled.js';

/** All other tables are attacked in rows-decide-nothing.spec.ts, because they do not depend on the store. */
const CHOSEN = {
  tables: [EVENTS_ON_SERVER.name],
  ...(isLongRun() ? { each: 200, pairs: 2000 } : { each: 40, pairs: 400 }),
};

describe('an event that an attacker changed in EventStoreDB', () => {
  let service: AttackedService;
  beforeAll(async () => {
    service = await AttackedService.open('EventStoreDB');
  });
  afterAll(() => service.stop());

  it('opens, records, mails, pays and destroys nothing', async () => {
    const seed = seedOf();
    const faults: string[] = [];
    let tried = 0;
    for await (const attack of service.attacks({ ...CHOSEN, seed })) {
      const found = await service.faultsOf(attack);
      if (found !== undefined) tried += 1;
      faults.push(...(found ?? []));
    }
    expect({ seed, faults }).toEqual({ seed, faults: [] });
    expect(tried).toBeGreaterThan(CHOSEN.each / 2);
  });
});
