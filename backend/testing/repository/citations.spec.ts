import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const script = join(__dirname, '../../../scripts/citations.mjs');

/** Runs the same script as `npm run check`. The script prints one line for each problem. */
describe('citations and links', () => {
  it('all have targets: rules in code, code and tests of rules, pages and paths in documents', async () => {
    const { stderr } = await promisify(execFile)(process.execPath, [script]).catch(
      (failed: { stderr: string }) => failed,
    );
    expect(stderr).toBe('');
  });
});
