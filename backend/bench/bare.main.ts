import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { Pool } from 'pg';
import { answer } from './child.js';

/**
 * What `GET /api/ndas/{id}` is measured by: nothing but Fastify, one SELECT of the same row by its key, and
 * the row as JSON.
 */

const app = fastify();
let pool: Pool | undefined;

async function start({ databaseUrl }: { databaseUrl: string }): Promise<{ port: number }> {
  const rows = new Pool({ connectionString: databaseUrl, max: 12 });
  pool = rows;
  app.get<{ Params: { id: string } }>('/api/ndas/:id', async ({ params }) => {
    const found = await rows.query<object>({
      name: 'row',
      text: 'SELECT * FROM ndas WHERE id = $1',
      values: [params.id],
    });
    return found.rows[0];
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { port: (app.server.address() as AddressInfo).port };
}

async function stop(): Promise<void> {
  await app.close();
  await pool?.end();
}

answer({ start, stop });
