// The example: a command that counts the agreements in each state.
export const recipe = {
  heading: 'Add a command for the operator',
  name: 'count-ndas',
  steps: [
    {
      file: 'backend/src/cli/commands/count-ndas.command.ts',
      text: `import { argumentsOf, type Command, EXIT, requireNoMoreArguments } from '../command.js';

export const countNdasCommand: Command = {
  name: 'nda:count',
  summary: 'Counts the agreements in each state',
  usage: ['[--json]'],
  notes: ['Drafts that were replaced, and what was erased, are not counted.'],
  prepare: (args) => {
    const { values, positionals } = argumentsOf(args, { json: { type: 'boolean' } });
    requireNoMoreArguments(positionals);
    return async ({ print, interruption }) => {
      const [{ withInfrastructure }, { countNdas }] = await Promise.all([
        import('../operator-context.js'),
        import('../count-ndas.js'),
      ]);
      await withInfrastructure({ interruption }, async ({ pool }) => {
        const counted = await countNdas(pool);
        if (values.json === true) print(JSON.stringify(counted));
        else for (const [status, count] of Object.entries(counted)) print(status + ' ' + count);
      });
      return EXIT.done;
    };
  },
};
`,
    },
    {
      file: 'backend/src/cli/count-ndas.ts',
      text: `import { NDA_STATUSES, type NdaStatus } from '@siegel/contracts/enums';
import type { Pool } from 'pg';

const COUNTS = 'SELECT status, count(*)::int AS count FROM ndas WHERE erased_at IS NULL AND NOT discarded GROUP BY status';

/** The number of agreements in every state, in the order of the states. */
export async function countNdas(pool: Pick<Pool, 'query'>): Promise<Readonly<Record<NdaStatus, number>>> {
  const { rows } = await pool.query<{ status: NdaStatus; count: number }>(COUNTS);
  const countOf = (status: NdaStatus): number => rows.find((row) => row.status === status)?.count ?? 0;
  return Object.fromEntries(NDA_STATUSES.map((status) => [status, countOf(status)])) as Record<NdaStatus, number>;
}
`,
    },
    {
      file: 'backend/src/cli/count-ndas.spec.ts',
      text: `import { create, sign } from '../../testing/steps/steps.js';
import { startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';
import { countNdas } from './count-ndas.js';

describe('countNdas', () => {
  let test: TestBackend;
  beforeAll(async () => {
    test = await startTestBackend();
  });
  afterAll(() => test.stop());

  it('counts the agreements in each state, even if a state has none', async () => {
    const browser = test.browser();
    await create(browser);
    await sign(browser, await create(browser), 1);
    expect(await countNdas(test.database.pool)).toMatchObject({ draft: 1, party1_signed: 1, sent: 0 });
  });
});
`,
    },
    {
      file: 'backend/src/cli/commands.ts',
      before: "import { checkPaymentsCommand } from './commands/check-payments.command.js';",
      text: "import { countNdasCommand } from './commands/count-ndas.command.js';\n",
    },
    { file: 'backend/src/cli/commands.ts', before: '  eraseNdaCommand,\n', text: '  countNdasCommand,\n' },
    {
      file: 'package.json',
      before: '    "nda:erase":',
      text: '    "nda:count": "node scripts/operate.mjs nda:count",\n',
    },
    {
      file: 'backend/src/cli/siegel.spec.ts',
      before: "  'nda:erase': [[], ['not-an-id']",
      text: "  'nda:count': [['all'], ['--verbose'], ['--json', 'x']],\n",
    },
    {
      file: 'backend/testing/steps/operator-calls.ts',
      before: "  ['nda:erase', id, '--yes'],\n",
      text: "  ['nda:count'],\n",
    },
    {
      file: 'docs/operations.md',
      before: '| `siegel nda:erase <nda id> [--yes]` |',
      text: '| `siegel nda:count` | Counts the agreements in each state | yes |\n',
    },
  ],
};
