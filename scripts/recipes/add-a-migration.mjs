// A column of a read model: how many pages the document has.
const MIGRATION = 'DocumentPages1999000000000';

export const recipe = {
  heading: 'Add a migration',
  steps: [
    {
      file: 'backend/src/wizard/migrations/1999000000000-document-pages.ts',
      text: `import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Filled by the rebuild for which the projection's version was raised. */
export class ${MIGRATION} implements MigrationInterface {
  readonly name = '${MIGRATION}';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ndas ADD COLUMN document_pages integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ndas DROP COLUMN document_pages');
  }
}
`,
    },
    {
      file: 'backend/src/wizard/nda-row.ts',
      after: '  documentHash: orNull(text()),\n',
      text: '  documentPages: orNull(integer),\n',
    },
    {
      file: 'backend/src/wizard/nda.projection.ts',
      after: '    documentHash: e.open.documentHash,\n',
      text: '    documentPages: e.open.pages,\n',
    },
    {
      file: 'backend/src/wizard/nda.projection.ts',
      from: /version: \d+,/,
      to: (found) => found.replace(/\d+/, (version) => String(Number(version) + 1)),
    },
    {
      file: 'backend/src/app/database-schema.ts',
      before: "import { Ndas1763600000001 } from '../wizard/migrations/1763600000001-ndas.js';\n",
      text: `import { ${MIGRATION} } from '../wizard/migrations/1999000000000-document-pages.js';\n`,
    },
    {
      file: 'backend/src/app/database-schema.ts',
      from: /\n\] as const;\n$/,
      to: (found) => `\n  ${MIGRATION},${found}`,
    },
  ],
};
