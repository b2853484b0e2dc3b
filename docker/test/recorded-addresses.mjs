// Checks which address an agreement's history contains if the backend is behind the real nginx: the client's
// address, the address that a proxy names, or no address.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/workspace.mjs';
import { drawnSignature } from './drawn-signature.mjs';
import { addressesOf } from './real-nginx.mjs';

export const FORGED = '203.0.113.9';
/**
 * The address that nginx sees if a container engine hides the clients' addresses. It is in a trusted network
 * but is not itself trusted.
 */
export const GATEWAY = '127.0.1.3';
export const PROXY = '127.0.1.4';
const FORGERIES = [
  { 'x-forwarded-for': FORGED, forwarded: `for=${FORGED}`, 'x-real-ip': FORGED },
  { 'x-forwarded-for': `${FORGED}, ${PROXY}` },
  {},
];
/** The container's variables. */
export const TRUSTING = { HIDING_GATEWAYS: GATEWAY, BELIEVED_PROXIES: '127.0.1.0/24' };

/** Lets a client with this address sign an agreement. @returns the address in the agreement's history */
async function recordedFor({ call, backend }, localAddress, headers) {
  const { SAMPLES } = await import('../../contracts/dist/testing/sample-terms.js');
  const created = await call('/api/ndas', { method: 'POST', body: SAMPLES.en, headers, localAddress });
  assert.equal(created.status, 201, created.body.toString());
  const { id } = JSON.parse(created.body);
  const cookie = created.headers['set-cookie'][0].split(';')[0];
  const signed = await call(`/api/ndas/${id}/sign`, {
    method: 'POST',
    body: { partyNumber: '1', signature: drawnSignature(), signatureMode: 'in-person' },
    headers: { ...headers, cookie },
    localAddress,
  });
  assert.equal(signed.status, 200, signed.body.toString());
  const replay = spawnSync(process.execPath, [join(root, 'backend/dist/cli/main.js'), 'replay', id], {
    env: { ...process.env, DATA_DIR: backend.dataDir },
    encoding: 'utf8',
  });
  assert.equal(replay.status, 0, replay.stderr);
  assert(!replay.stdout.includes(FORGED));
  // The replay prints the address and then the user agent. These requests send no user agent, so the line
  // ends after the address.
  return /Party1Signed[\s\S]*?from: (.*)$/m.exec(replay.stdout)?.[1].trim();
}

/**
 * Writes a routing table in the format of the Linux kernel.
 * @param gateway the default gateway, in hexadecimal
 * @returns the path of the file
 */
function routesBy(gateway) {
  const file = join(mkdtempSync(join(tmpdir(), 'siegel-routes-')), 'route');
  process.once('exit', () => rmSync(dirname(file), { recursive: true }));
  writeFileSync(
    file,
    `Iface\tDestination\tGateway \tFlags\neth0\t0000FEA9\t00000000\t0001\neth0\t00000000\t${gateway}\t0003\n`,
  );
  return file;
}

/** @param client the address from which `call` sends requests by default */
export async function addressChecks({ check, call, backend, client }) {
  const service = { call, backend };
  await check('the recorded address is the client’s, whatever it claims', async () => {
    for (const headers of FORGERIES) assert.equal(await recordedFor(service, client, headers), client);
  });

  await check('a client that comes from a gateway has no address, whatever it claims', async () => {
    for (const headers of FORGERIES)
      assert.equal(await recordedFor(service, GATEWAY, headers), 'unknown address,');
  });

  await check('a trusted proxy names its client, and no further proxy in front of it counts', async () => {
    const named = { 'x-forwarded-for': `${FORGED}, 198.51.100.7` };
    assert.equal(await recordedFor(service, PROXY, named), '198.51.100.7');
    assert.equal(await recordedFor(service, PROXY, {}), PROXY);
  });

  await check('nginx trusts only addresses and networks, and no gateway that other machines reach', () => {
    const refused = (env, why) => assert.throws(() => addressesOf(env), why);
    refused({ BELIEVED_PROXIES: '10.0.0.1;deny' }, /neither an address nor a network/);
    // This host name consists only of letters that are also hexadecimal digits.
    refused({ BELIEVED_PROXIES: 'cafe.de' }, /neither an address nor a network/);
    refused({ HIDING_GATEWAYS: 'proxy' }, /neither an address nor a network/);
    refused({ BELIEVED_PROXIES: 'gateway' }, /does not say which/);
    refused({ HIDING_GATEWAYS: '127.0.1.3', ROUTES: routesBy('010013AC') }, /network is 172\.19\.0\.1, and/);
    assert.match(
      addressesOf({ HIDING_GATEWAYS: '172.19.0.1', ROUTES: routesBy('010013AC') }),
      /172\.19\.0\.1 1;/,
    );
    for (const port of [undefined, '8080', '0.0.0.0:8080', '10.0.0.1:8080', '[::]:8080'])
      for (const named of ['gateway', '10.0.0.9'])
        refused(
          { HIDING_GATEWAYS: '10.0.0.9', BELIEVED_PROXIES: named, ...(port && { PUBLISHED: port }) },
          /only this machine may reach the port/,
        );
    const own = { HIDING_GATEWAYS: '10.0.0.9,fd00::9', BELIEVED_PROXIES: 'gateway' };
    for (const port of ['127.0.0.1:8080', '[::1]:8080'])
      assert.match(addressesOf({ ...own, PUBLISHED: port }), /from 10\.0\.0\.9;\nset_real_ip_from fd00::9;/);
  });
}
