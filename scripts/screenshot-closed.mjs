// Pictures of what users, admins and auditors see of an agreement of which somebody altered an event.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './workspace.mjs';

/** Alters the second event of each of these agreements, in the embedded database. */
export async function closeAgreements(ids, { dataDir }) {
  const { Client } = createRequire(join(root, 'backend/package.json'))('pg');
  const { password, port } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'));
  const client = new Client({ host: '127.0.0.1', port, user: 'siegel', password, database: 'siegel' });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `UPDATE event_store.events SET data = convert_to('{"open":{}}', 'UTF8') WHERE stream = ANY($1) AND revision = 1`,
      [ids.map((id) => `nda-${id}`)],
    );
    if (rowCount !== ids.length) throw new Error(`${rowCount} events were altered`);
  } finally {
    await client.end();
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
