import { AttackedService } from '../testing/row-attacks/attacked-service.js';
import { seedOf } from '../testing/row-attacks/sampled.js';

/** Attacks of each table; each takes four starts. */
const CHOSEN = { each: 2, pairs: 24 };

describe('a row that somebody changed while nothing ran', () => {
  let service: AttackedService;
  beforeAll(async () => {
    service = await AttackedService.open();
  });
  afterAll(() => service.stop());

  it('opens, records, mails, pays and destroys nothing through two starts and a restore', async () => {
    const seed = seedOf();
    const faults: string[] = [];
    for await (const attack of service.attacks({ ...CHOSEN, seed }))
      faults.push(...(await service.faultsThroughStarts(attack)));
    expect({ seed, faults }).toEqual({ seed, faults: [] });
  });
});
