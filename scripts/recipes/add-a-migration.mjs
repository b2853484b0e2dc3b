// The example: a column in a read model for the revision at which the document was sealed.
const MIGRATION = 'SealedAtRevision1999000000000';

export const recipe = {
  heading: 'Add a migration',
  steps: [
    {
      file: 'backend/src/agreements/migrations/1999000000000-sealed-at-revision.ts',
      text: `import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/** A rebuild fills the column. It happens because the projection's version is raised. */
export class ${MIGRATION} extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ndas ADD COLUMN sealed_at_revision integer');
  }
}
`,
    },
    {
      file: 'backend/src/agreements/agreement-row.ts',
      after: '  erasedAt: orNull(instant),\n',
      text: '  sealedAtRevision: orNull(integer),\n',
    },
    {
      file: 'backend/src/agreements/agreement.projection.ts',
      after: '  erasedAt: state.erasedAt,\n',
      text: '  sealedAtRevision: state.delivery.sealedAtRevision,\n',
    },
    {
      file: 'backend/src/agreements/agreement.projection.ts',
      from: /version: \d+,/,
      to: (found) => found.replace(/\d+/, (version) => String(Number(version) + 1)),
    },
    {
      file: 'backend/src/app/database-schema.ts',
      before: "import { Ndas1763600000001 } from '../agreements/migrations/1763600000001-ndas.js';\n",
      text: `import { ${MIGRATION} } from '../agreements/migrations/1999000000000-sealed-at-revision.js';\n`,
    },
    {
      file: 'backend/src/app/database-schema.ts',
      from: /\n\] as const;\n$/,
      to: (found) => `\n  ${MIGRATION},${found}`,
    },
  ],
};
