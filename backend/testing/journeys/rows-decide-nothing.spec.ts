import { AttackedService } from '../faults/row-attacks/attacked-service.js';
import { EMPTY, EXEMPT } from '../faults/row-attacks/exempt-tables.js';
import { KNOWN_WHILE_RUNNING } from '../faults/row-attacks/known-attacks.js';
import { seedOf } from '../faults/row-attacks/sampled.js';
import { isLongRun } from '#src/platform/testing/long-run';
import { onlyInAll } from '#src/platform/testing/only-in-all';

const CHOSEN = isLongRun() ? { each: 120, pairs: 24 } : { each: 3, pairs: 6 };

describe('a row that an attacker changed', () => {
  let service: AttackedService;
  beforeAll(async () => {
    service = await AttackedService.open();
  });
  afterAll(() => service.stop());

  it('is tested in every table of the database', () => {
    const names = service.tables.map(({ name }) => name);
    expect(names).toContain('public.ndas');
    expect(Object.keys({ ...EXEMPT, ...EMPTY }).filter((name) => !names.includes(name))).toEqual([]);
  });

  onlyInAll.it('opens, records, mails, pays and destroys nothing', async () => {
    const seed = seedOf();
    const faults: string[] = [];
    const untried = new Set(service.tables.map(({ name }) => name).filter((name) => !(name in EXEMPT)));
    for await (const attack of service.attacks({ ...CHOSEN, seed })) {
      const found = await service.faultsOf(attack);
      if (found !== undefined) untried.delete(attack.table.name);
      faults.push(...(found ?? []));
    }
    expect({ seed, faults }).toEqual({ seed, faults: [] });
    expect([...untried].filter((name) => !(name in EMPTY))).toEqual([]);
  });

  onlyInAll.it('is never an internal error, whatever value a column has', async () => {
    const seed = seedOf();
    const faults: string[] = [];
    let tried = 0;
    for await (const attack of service.garbage({ ...CHOSEN, seed })) {
      const found = await service.faultsOf(attack);
      if (found !== undefined) tried += 1;
      faults.push(...(found ?? []));
    }
    expect({ seed, faults }).toEqual({ seed, faults: [] });
    expect(tried).toBeGreaterThan(service.tables.length);
  });

  it('gains nothing by the attacks that once worked', async () => {
    const faults = [];
    for (const attack of KNOWN_WHILE_RUNNING) faults.push(await service.faultsOf(await service.made(attack)));
    // The result would be undefined if the database had refused the attack.
    expect(faults).toEqual(KNOWN_WHILE_RUNNING.map(() => []));
  });
});
