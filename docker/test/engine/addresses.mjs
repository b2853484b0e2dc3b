// Checks the client addresses that the evidence contains. Clients connect over IPv4 and over IPv6, from the
// machine itself and from another network. Some clients send forged headers. Some connect through a proxy,
// and others bypass the proxy.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { check } from '../../../scripts/checks.mjs';
import { run } from '../../../scripts/workspace.mjs';
import { ADDRESSES } from './networks.mjs';
import { folder } from './place.mjs';
import { beside, PORT, until, urlAt, within } from './project.mjs';

/** Port of a second route to nginx. This route bypasses the proxy. */
export const ROUND_PORT = 18_081;
const TLS_PORT = 18_443;
const GATEWAYS = { v4: '10.173.67.1', v6: 'fd5e:91c3:7a4d:67::1' };
const FORGED = '203.0.113.7';
const FORGERIES = [
  { 'x-forwarded-for': FORGED, 'x-real-ip': FORGED, forwarded: `for=${FORGED}` },
  { 'x-forwarded-for': `${FORGED}, ${GATEWAYS.v4}` },
  { 'x-forwarded-for': GATEWAYS.v6 },
  { 'x-forwarded-for': '' },
];

/** @param password of the auditor */
export function signer(networks, password) {
  const signed = (network, url, headers = {}) => within(network, 'party.mjs', { url, headers });
  return {
    /** Lets a client in this network sign an agreement. @returns the address in the agreement's evidence */
    addressOf: async (network, url, headers) => {
      const ids = [await signed(network, url, headers)];
      const output = await within(networks.engine, 'auditor.mjs', { url: urlAt('127.0.0.1'), password, ids });
      return JSON.parse(output)[0];
    },
  };
}

export async function plainChecks({ engine, client }, { addressOf }) {
  for (const family of ['v4', 'v6']) {
    const url = urlAt(ADDRESSES.engine[family]);
    const own = ADDRESSES.client[family];
    await check(`the evidence has the address of a client over ${family}`, async () => {
      assert.equal(await addressOf(client, url), own);
    });
    await check(
      `the evidence has the real address of a client over ${family} that forges another one`,
      async () => {
        for (const headers of FORGERIES) assert.equal(await addressOf(client, url, headers), own);
      },
    );
  }
  for (const address of ['127.0.0.1', '[::1]'])
    await check(`the machine's own ${address} counts as unknown, whatever the client claims`, async () => {
      for (const headers of [{}, ...FORGERIES])
        assert.equal(await addressOf(engine, `http://${address}:${PORT}`, headers), null);
    });
}

export async function hiddenChecks({ client }, { addressOf }, { doctor }) {
  await check(
    'if the engine hides clients over v6, their addresses are unknown, and those over v4 are known',
    async () => {
      for (const headers of [{}, ...FORGERIES])
        assert.equal(await addressOf(client, urlAt(ADDRESSES.engine.v6), headers), null);
      assert.equal(await addressOf(client, urlAt(ADDRESSES.engine.v4)), ADDRESSES.client.v4);
    },
  );
  await check('the doctor says that addresses are hidden', async () => {
    // Makes ten signatures, so that the address is known for fewer than half of the last twenty signatures.
    for (let n = 0; n < 10; n += 1) await addressOf(client, urlAt(ADDRESSES.engine.v6));
    const addresses = (await doctor('backend')).named('client addresses');
    assert.equal(addresses.state, 'warning', JSON.stringify(addresses));
  });
}

async function startTlsProxy(network) {
  const [cert, key] = [join(folder, 'tls.crt'), join(folder, 'tls.key')];
  const subject = ['-subj', '/CN=localhost', '-days', '2', '-keyout', key, '-out', cert];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc'];
  await run('openssl', ['req', '-x509', ...curve, ...subject]);
  return beside(network, 'tls-proxy.mjs', { port: TLS_PORT, to: urlAt('127.0.0.1'), cert, key });
}

export async function proxyChecks({ engine, client }, { addressOf }) {
  const proxy = await startTlsProxy(engine);
  for (const family of ['v4', 'v6']) {
    const [near, own] = [ADDRESSES.engine[family], ADDRESSES.client[family]];
    await check(
      `behind a proxy on the same machine the evidence has the address of a client over ${family}`,
      async () => {
        for (const headers of [{}, ...FORGERIES])
          assert.equal(await addressOf(client, urlAt(near, TLS_PORT, 'https'), headers), own);
      },
    );
    await check(`a client that bypasses the proxy over ${family} cannot forge its address`, async () => {
      for (const headers of FORGERIES)
        assert.equal(await addressOf(client, urlAt(near, ROUND_PORT), headers), own);
    });
  }
  await proxy.stop();
}

/** Variables that an operator sets if a proxy runs on the same machine. */
export const BEHIND_A_PROXY = {
  BELIEVED_PROXIES: 'gateway',
  PORT: `127.0.0.1:${PORT}`,
  PUBLIC_URL: `http://localhost:${PORT}`,
};

export async function refusalCheck({ compose }) {
  await check('nginx refuses to trust a gateway if other machines reach the port, and says why', async () => {
    const env = { ...BEHIND_A_PROXY, PORT: String(PORT) };
    await compose(['up', '--detach', '--no-build', '--no-deps', 'frontend'], env);
    await until('nginx says why', async () =>
      /only this machine may reach the port/.test(
        await compose(['logs', '--no-log-prefix', 'frontend'], env),
      ),
    );
  });
}
