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
    for await (const attacks of service.attacks({ ...CHOSEN, seed }))
      for (const attack of attacks) faults.push(...((await service.faultsThroughStarts(attack)) ?? []));
    expect({ seed, faults }).toEqual({ seed, faults: [] });
  });

  it('gains nothing by the ways that starts once believed', async () => {
    const { throughStarts } = await service.known();
    const faults = [];
    for (const attack of throughStarts) faults.push(await service.faultsThroughStarts(attack));
    // Undefined would say that the database refused it.
    expect(faults).toEqual(throughStarts.map(() => []));
  });
});
