import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Response } from 'supertest';
import type TestAgent from 'supertest/lib/agent.js';
import { ndaStream } from '#src/nda/nda.events';
import { isLongRun } from '#src/platform/testing/long-run';
import { until } from '#src/platform/testing/until';
import { metadataOf } from '#src/eventsourcing/journal/chain';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { EXEMPT } from '../faults/row-attacks/exempt-tables.js';
import { type Table, tablesOf } from '../faults/row-attacks/tables.js';
import { signature, terms } from '../steps/samples.js';
import { create, sign } from '../steps/steps.js';

type Operation = 'INSERT' | 'UPDATE' | 'DELETE';
const OPERATIONS: readonly Operation[] = ['INSERT', 'UPDATE', 'DELETE'];

/** A trigger on a table. The service's account may make it. */
interface Trigger {
  readonly table: Table;
  readonly operation: Operation;
  /** Effect of the trigger on each row, for the message of a failed test. */
  readonly what: string;
  readonly when: 'BEFORE' | 'AFTER';
  readonly body: string;
}

/** Milliseconds, on an idle machine, to wait for an erasure. After this time a trigger has prevented it. */
const PREVENTED_MS = 1_000;
/**
 * Tables whose triggers can only stop the service, for as long as they are there and beyond. Each of their rows
 * is a claim of a process that it may write.
 */
const STOPS = ['public.store_in_use', 'public.leases', 'public.migrations', 'public.live_backends'];

/** Milliseconds, on an idle machine, within which the service works again once a trigger is gone. */
const RECOVERED_MS = 20_000;

const nameOf = ({ table, operation, what }: Trigger): string => `${table.name}: ${operation} ${what}`;
const sameRow = ({ key, columns }: Table, row: string): string =>
  (key.length > 0 ? key : columns.map(({ name }) => name))
    .map((name) => `"${name}" IS NOT DISTINCT FROM ${row}."${name}"`)
    .join(' AND ');

/** Yields every trigger of these forms that fits the table and the operation. */
function* triggersOn(table: Table, operation: Operation): Generator<Trigger> {
  const row = operation === 'DELETE' ? 'OLD' : 'NEW';
  const others = table.columns.map(({ name }) => name).filter((name) => !table.key.includes(name));
  const made = (what: string, when: Trigger['when'], body: string): Trigger => ({
    table,
    operation,
    what,
    when,
    body,
  });
  yield made('drops the row', 'BEFORE', 'RETURN NULL;');
  if (operation === 'DELETE') {
    yield made('writes the row again', 'AFTER', `INSERT INTO ${table.name} SELECT OLD.*; RETURN NULL;`);
    return;
  }
  const again = `DELETE FROM ${table.name} WHERE ${sameRow(table, row)}; RETURN NULL;`;
  yield made('deletes the row at once', 'AFTER', again);
  for (const name of others) {
    yield made(`empties ${name}`, 'BEFORE', `NEW."${name}" := NULL; RETURN NEW;`);
    const other = `(SELECT "${name}" FROM ${table.name} ORDER BY random() LIMIT 1)`;
    yield made(`gives ${name} the value of another row`, 'BEFORE', `NEW."${name}" := ${other}; RETURN NEW;`);
    if (operation === 'UPDATE')
      yield made(`puts ${name} back`, 'BEFORE', `NEW."${name}" := OLD."${name}"; RETURN NEW;`);
  }
}

/** Tables whose rows say that something was done. All of their triggers are tried. */
const CLAIMS = ['public.vault_keys'];

function triggersTried(tables: readonly Table[]): Trigger[] {
  return tables.flatMap((table, at) => {
    const all = OPERATIONS.flatMap((operation) => [...triggersOn(table, operation)]);
    if (isLongRun() || CLAIMS.includes(table.name)) return all;
    return all.filter((_, n) => n === (at * 7) % all.length);
  });
}

/** The tables are divided into so many shares, so that no test takes too long. */
const SHARES = 12;

describe('a database in which somebody puts a trigger on a table', () => {
  let test: TestBackend;
  let browser: TestAgent;
  let admin: TestAgent;
  beforeAll(async () => {
    test = await startTestBackend();
    [browser, admin] = [test.browser(), test.browser()];
    await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
  });
  afterAll(() => test.stop());

  const sql = (text: string, values: unknown[] = []) => test.database.pool.query(text, values);
  const list = (): Promise<string> => readFile(join(test.dataDir, 'erasures'), 'utf8').catch(() => '');

  async function withTrigger<Result>(
    { table, operation, when, body }: Trigger,
    work: () => Promise<Result>,
  ): Promise<Result> {
    await sql(
      `CREATE FUNCTION public.harm() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF pg_trigger_depth() > 1 THEN IF TG_OP = 'DELETE' THEN RETURN OLD; ELSE RETURN NEW; END IF; END IF;
         ${body} END $$`,
    );
    await sql(
      `CREATE TRIGGER harm ${when} ${operation} ON ${table.name} FOR EACH ROW EXECUTE FUNCTION public.harm()`,
    );
    try {
      return await work();
    } finally {
      await sql('DROP FUNCTION public.harm CASCADE');
    }
  }

  /** Returns a fault for an answer that gives a receipt of an event that the service does not believe. */
  async function faultOf(id: string | undefined, { body }: Response): Promise<string[]> {
    const hash: unknown = body.receipt?.eventHash;
    if (hash === undefined) return [];
    const { events } = await test.backend.infrastructure.log.load(ndaStream(id ?? body.id));
    return events.some((event) => metadataOf(event)?.hash === hash) ? [] : ['a receipt of no event'];
  }

  /** Begins and signs agreements, and erases one, while the trigger is there. @returns what the service claims falsely */
  async function faultsUnder(trigger: Trigger): Promise<string[]> {
    const [erased, signed] = [await create(browser), await create(browser)];
    await sign(browser, erased, 1);
    const before = await list();
    const answers: (readonly [string | undefined, Response])[] = [];
    await withTrigger(trigger, async () => {
      answers.push([undefined, await browser.post('/api/ndas').send(terms)]);
      const act = { partyNumber: '1', signature: signature(1), signatureMode: 'in-person' };
      answers.push([signed, await browser.post(`/api/ndas/${signed}/sign`).send(act)]);
      answers.push([erased, await admin.delete(`/api/admin/ndas/${erased}`)]);
      await until(async () => (await list()) !== before, PREVENTED_MS).catch(() => undefined);
    });
    const faults: string[] = [];
    for (const [id, answer] of answers) {
      faults.push(...(await faultOf(id, answer)));
      if (answer.status === 500) faults.push('an internal error');
    }
    const { rows } = await sql('SELECT FROM vault_keys WHERE subject = $1 AND wrapped IS NOT NULL', [
      ndaStream(erased),
    ]);
    if (rows.length > 0 && (await list()).includes(erased)) faults.push('an erasure that did not happen');
    return faults.map((fault) => `${nameOf(trigger)}: ${fault}`);
  }

  it.each(Array.from({ length: SHARES }, (_, share) => share))(
    'signs no receipt of an act or of an erasure that did not happen (share %i of the tables)',
    async (share) => {
      const attacked = (await tablesOf(test.database.pool)).filter(
        ({ name }) => !(name in EXEMPT) && !STOPS.includes(name),
      );
      const tried = triggersTried(attacked).filter(({ table }) => attacked.indexOf(table) % SHARES === share);
      const faults: string[] = [];
      for (const trigger of tried) {
        faults.push(...(await faultsUnder(trigger)));
        // The service needs a moment to notice that the trigger is gone.
        const works = async () => (await browser.post('/api/ndas').send(terms)).status === 201;
        await until(works, RECOVERED_MS).catch((cause: unknown) => {
          throw new Error(`nothing works after ${nameOf(trigger)}`, { cause });
        });
      }
      expect(faults).toEqual([]);
      expect(tried.length).toBeGreaterThanOrEqual(Math.floor(attacked.length / SHARES));
    },
  );
});
