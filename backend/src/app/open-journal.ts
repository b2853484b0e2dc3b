import { JobReleases } from './job-releases.js';
import { type OpenTrust, openTrust, type TrustSources } from './open-trust.js';
import { storedSecretsOf } from './stored-secrets.js';
import { createServiceJournal } from './service-journal.js';
import type { InfrastructureOptions } from './infrastructure-options.js';
import { TrustRecords } from '../closed-streams/trust-records.js';
import { readKeyIn } from '../erasure/destruction-calls.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import type { CloseStack } from '../platform/wiring/close-stack.js';
import { BegunBefore } from '../proof/begun-before.js';
import { closeForks, forksIn } from '../proof/forks.js';
import { leafEndsOfRecords } from '../proof/leaf-ends.js';
import { createVault, type RunningVault } from '../vault/create-vault.js';
import { createMasterKeyring } from '../vault/master-keyring.js';

export interface OpenJournal extends OpenTrust {
  readonly vault: RunningVault;
  readonly journal: Journal;
  readonly records: TrustRecords;
  readonly releases: JobReleases;
}

/**
 * Opens everything that reads and writes the log: its trust, the vault, the journal, and the operator's records
 * about closed streams. @throws the errors of openTrust; EventStoreUnavailable
 */
export async function openJournal(
  options: InfrastructureOptions,
  parts: Omit<TrustSources, 'opened' | 'records'>,
  closing: CloseStack,
): Promise<OpenJournal> {
  const { secrets, logger } = options;
  const { pool, store, tampering, clock } = parts;
  const releases = new JobReleases(pool, logger);
  closing.add(() => releases.settled());
  const opened = await openTrust(
    options,
    {
      ...parts,
      opened: (stream) => {
        releases.opened(stream);
        records.opened(stream);
      },
      records: () => records,
    },
    closing,
  );
  const { trust } = opened;
  const [masterKey, ...olderMasterKeys] = storedSecretsOf(secrets).master;
  const masterKeys = createMasterKeyring(masterKey, olderMasterKeys);
  const isCalledFor = (stream: string) => isDestructionCalled({ log: trust.log, journal }, stream);
  const vault = createVault({ pool, masterKeys, clock, logger, tampering, isCalledFor });
  const beginnings = new BegunBefore({ pool, names: opened.tree.seals.leaves, trust, tampering });
  const journal = createServiceJournal({ store, trust, vault, logger, beginnings });
  const onChoice = (stream: string): void => trust.log.forget(stream);
  const records = new TrustRecords({ log: trust.log, journal, logger, onChoice });
  closing.add(() => records.settled());
  await records.read();
  await records.closeShorter(await leafEndsOfRecords(pool, opened.tree.seals.leaves));
  // The records say which forks the operator has dealt with.
  closeForks({ closed: trust.closed, tampering }, await forksIn(pool, opened.tree.seals));
  closing.add(() => vault.stop());
  await vault.start();
  return { ...opened, vault, journal, records, releases };
}

/** Returns undefined for a stream that does not exist. */
async function isDestructionCalled(
  parts: Parameters<typeof readKeyIn>[0],
  stream: string,
): Promise<boolean | undefined> {
  const { isThere, call } = await readKeyIn(parts, stream);
  return isThere ? call !== undefined : undefined;
}
