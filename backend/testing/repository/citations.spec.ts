import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const script = join(__dirname, '../../../scripts/citations.mjs');

/** The same that `npm run check` asks: it fails with one line for each thing that is wrong. */
describe('citations and links', () => {
  it('all lead somewhere: rules that code cites, code and tests of rules, pages and paths in documents', async () => {
    const { stderr } = await promisify(execFile)(process.execPath, [script]).catch(
      (failed: { stderr: string }) => failed,
    );
    expect(stderr).toBe('');
  });
});
