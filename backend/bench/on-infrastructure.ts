import { type Infrastructure, openInfrastructure } from '#src/app/infrastructure';
import { readSecrets } from '#src/app/secrets';
import { silentLogger } from '#src/platform/logging/logger';

export interface Places {
  readonly databaseUrl: string;
  /** Where the secrets lie. */
  readonly dataDir: string;
}

/** Opens what a backend stands on, without a backend, and closes it behind the work. */
export async function onInfrastructure<Result>(
  { databaseUrl, dataDir }: Places,
  work: (infrastructure: Infrastructure) => Promise<Result>,
): Promise<Result> {
  const secrets = await readSecrets({ dataDir, production: false }, {});
  const infrastructure = await openInfrastructure({ databaseUrl, secrets, logger: silentLogger });
  try {
    return await work(infrastructure);
  } finally {
    await infrastructure.close();
  }
}
