import type { AddressInfo } from 'node:net';
import { type Received, smtpServer } from '#src/mail/testing/smtp-server';
import {
  causeFault,
  type Whom,
  type Word,
} from '#src/eventsourcing/event-store/eventstoredb/testing/shared-server-contract';
import { expectEachOnce, openStoreWhenReady } from '../log/acknowledged-facts.js';
import { type Acknowledged, Customer } from '../steps/customer.js';
import {
  type BuiltBackend,
  type Environment,
  startBuilt,
  type TestDataDir,
  testDataDir,
} from '../backend/built-backend.js';
import { isLongRun } from '#src/platform/testing/long-run';
import { until } from '#src/platform/testing/until';

/** Number of customers at a time. A PDF is made for each of them. */
const CONCURRENCY = 3;
/** Number of events that are acknowledged between one fault and the next. */
const SOME = 4;

const ALL_FAULTS: readonly [begin: Word, end: Word, whom: Whom][] = [
  ['kill', 'start', 'leader'],
  ['freeze', 'thaw', 'leader'],
  ['kill', 'start', 'all'],
  ['freeze', 'thaw', 'all'],
];
/**
 * The faults in the order in which they are caused. Each fault ends before the next fault begins. Runs of the
 * tier `long` cause all faults. Other runs cause only the first and the last fault.
 */
const FAULTS = ALL_FAULTS.filter((_, n) => isLongRun() || n % 3 === 0);

interface StoreWithFaults {
  readonly environment: Environment;
  /** The command that causes and ends faults, in the format of EVENT_STORE_TEST_FAULTS. */
  readonly faults: string;
}

/** Tests one backend under load while the servers of its event store are killed and frozen. */
export function storeFaultsJourney(name: string, open: () => Promise<StoreWithFaults>): void {
  describe(`a backend whose event store is killed and frozen: ${name}`, () => {
    let folder: TestDataDir;
    let store: StoreWithFaults;
    let backend: BuiltBackend;
    const acknowledged: Acknowledged[] = [];
    const received: Received[] = [];
    const mailServer = smtpServer(received, () => undefined);
    beforeAll(async () => {
      [folder, store] = [await testDataDir(), await open()];
      await new Promise<void>((resolve) => {
        mailServer.listen(0, '127.0.0.1', resolve);
      });
      const { port } = mailServer.address() as AddressInfo;
      backend = await startBuilt({
        ...store.environment,
        DATA_DIR: folder.path,
        SMTP_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
        MAIL_FROM: 'Siegel <nda@siegel.example>',
      });
    });
    afterAll(async () => {
      await backend.end('SIGTERM');
      await new Promise((resolve) => mailServer.close(resolve));
      await folder.remove();
    });

    const isReady = async (): Promise<boolean> =>
      (await backend.browser().get('/health/ready')).status === 200;
    const more = async (): Promise<void> => {
      const before = acknowledged.length;
      await until(() => acknowledged.length >= before + SOME);
    };

    it('keeps serving after each fault, without a restart', async () => {
      let number = 0;
      let ending = false;
      const serve = async (): Promise<void> => {
        while (!ending) await new Customer([backend.url], (number += 1), acknowledged).journey();
      };
      const served = Promise.all(Array.from({ length: CONCURRENCY }, serve));
      const attack = async (): Promise<void> => {
        await more();
        for (const [begin, end, whom] of FAULTS) {
          await causeFault(store.faults, begin, whom);
          if (whom === 'all') await until(async () => !(await isReady()));
          await causeFault(store.faults, end, whom);
          await until(isReady);
          await more();
        }
      };
      try {
        await Promise.race([served, attack()]);
      } finally {
        ending = true;
      }
      await served;
      expect(number).toBeGreaterThan(CONCURRENCY);
    });

    it('has every acknowledged event once, in unbroken chains, and has sent each mail once', async () => {
      const ids = new Set(acknowledged.map(({ ndaId }) => ndaId));
      const { EVENT_STORE_URL: url, EVENT_STORE_PREFIX: prefix } = store.environment;
      const events = await openStoreWhenReady({
        url,
        databaseUrl: '',
        ...(prefix === undefined ? {} : { prefix }),
      });
      try {
        await expectEachOnce(events, acknowledged);
      } finally {
        await events.close();
      }
      // The list has one id for each received mail. A mail that was received twice is in the list twice.
      const messages = received.map(({ data }) => /^Message-ID: (.+)$/m.exec(data)?.[1]);
      // Each agreement has three mails: the order confirmation, and the document to each party.
      expect(new Set(messages).size).toBe(3 * ids.size);
      expect(messages).toHaveLength(3 * ids.size);
    });
  });
}
