// Pictures of what users, admins and auditors see of an agreement of which somebody altered an event.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { askJson } from './screenshot-agreements.mjs';
import { root } from './workspace.mjs';

/**
 * Alters an event of each of these agreements in the embedded database, and has the service verify them: an
 * agreement that the service knows from before closes when it verifies its events again.
 * @param altered ids with the revision of the event; null means the newest one
 * @param client an auditor's
 */
export async function closeAgreements(altered, { dataDir }, client) {
  const { Client } = createRequire(join(root, 'backend/package.json'))('pg');
  const { password, port } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'));
  const db = new Client({ host: '127.0.0.1', port, user: 'siegel', password, database: 'siegel' });
  await db.connect();
  try {
    for (const [id, revision] of altered) {
      const { rowCount } = await db.query(
        `UPDATE event_store.events SET data = convert_to('{"open":{}}', 'UTF8') 
         WHERE stream = $1 AND revision = coalesce($2, (SELECT max(revision) FROM event_store.events WHERE stream = $1))`,
        [`nda-${id}`, revision],
      );
      if (rowCount !== 1) throw new Error(`no event of agreement ${id} was altered`);
      const { verdict } = await askJson(client, 'GET', `/api/audit/ndas/${id}/verify`);
      if (verdict !== 'broken') throw new Error(`agreement ${id} is ${verdict}`);
    }
  } finally {
    await db.end();
    await client.dispose();
  }
}

const verified = async (page, { closedPdf: buffer }) => {
  await page.locator('input').setInputFiles({ name: 'document.pdf', mimeType: 'application/pdf', buffer });
  await page.locator('.verdict').waitFor();
};

const office = ({ closed }) => `/admin/audit/${closed}`;

export const CLOSED_STATES = [
  { name: 'closed-nda', path: ({ closed }) => `/nda/${closed}` },
  { name: 'closed-nda-half', path: ({ closedHalf }) => `/nda/${closedHalf}` },
  { name: 'closed-sign', path: ({ closedLink }) => closedLink },
  { name: 'closed-verify', path: () => '/verify', act: verified },
  { name: 'closed-admin-dashboard', path: () => '/admin/dashboard', as: 'admin' },
  { name: 'closed-admin-nda', path: office, as: 'admin' },
  { name: 'closed-audit', path: () => '/admin/audit', as: 'auditor' },
  { name: 'closed-audit-nda', path: office, as: 'auditor' },
].map((state) => ({ ...state, fails: true }));
