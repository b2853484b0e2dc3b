import { AttackedService } from '../faults/row-attacks/attacked-service.js';
import { KNOWN_THROUGH_STARTS } from '../faults/row-attacks/known-attacks.js';
import { seedOf } from '../faults/row-attacks/sampled.js';

/**
 * `each` is the maximum number of attacks per table. `pairs` is the maximum number of pairs of rows from
 * which a table's attacks are derived. Both numbers are small, because each attack takes four starts.
 */
const CHOSEN = { each: 2, pairs: 24 };

describe('a row that an attacker changed while no backend ran', () => {
  let service: AttackedService;
  beforeAll(async () => {
    service = await AttackedService.open();
  });
  afterAll(() => service.stop());

  it('opens, records, mails, pays and destroys nothing through two starts and a restore', async () => {
    const seed = seedOf();
    const faults: string[] = [];
    for await (const attack of service.attacks({ ...CHOSEN, seed }))
      faults.push(...((await service.faultsThroughStarts(attack)) ?? []));
    expect({ seed, faults }).toEqual({ seed, faults: [] });
  });

  it('gains nothing by the attacks that starts once believed', async () => {
    const faults = [];
    for (const attack of KNOWN_THROUGH_STARTS)
      faults.push(await service.faultsThroughStarts(await service.made(attack)));
    // The result would be undefined if the database had refused the attack.
    expect(faults).toEqual(KNOWN_THROUGH_STARTS.map(() => []));
  });
});
