#!/usr/bin/env node
// Playwright starts this script instead of Firefox. The script starts Debian's Firefox and relays the
// WebDriver BiDi messages between Playwright and Firefox. Debian's Firefox is older and does not know some
// `emulation` commands. Playwright sends these commands even if no test needs them. The script therefore
// replaces their errors with success responses.
import { spawn } from 'node:child_process';
import { WebSocket, WebSocketServer } from 'ws';

const ADDRESS = /WebDriver BiDi listening on (ws:\S+)/;
const firefox = spawn(process.env.E2E_FIREFOX ?? '/usr/bin/firefox-esr', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => firefox.kill(signal));

/**
 * Connects a client to Firefox and relays all messages.
 * @param address WebSocket address at which Firefox listens
 */
function pass(client, address) {
  const browser = new WebSocket(`${address}/session`);
  const methods = new Map();
  const early = [];
  client.on('message', (data) => {
    const text = String(data);
    const { id, method } = JSON.parse(text);
    methods.set(id, method);
    if (browser.readyState === WebSocket.OPEN) browser.send(text);
    else early.push(text);
  });
  browser.on('open', () => {
    for (const text of early.splice(0)) browser.send(text);
  });
  browser.on('message', (data) => {
    const { id, type, error } = JSON.parse(String(data));
    const method = methods.get(id) ?? '';
    methods.delete(id);
    const isUnknown = type === 'error' && error === 'unknown command' && method.startsWith('emulation.');
    client.send(isUnknown ? JSON.stringify({ type: 'success', id, result: {} }) : String(data));
  });
  browser.on('close', () => client.close());
  client.on('close', () => browser.close());
}

/** Prints the line from which Playwright reads the address of this relay. */
function announce(address) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' }, () =>
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`),
  );
  server.on('connection', (client) => pass(client, address));
}

let said = '';
firefox.stderr.on('data', (chunk) => {
  if (said === undefined) return process.stderr.write(chunk);
  said += chunk;
  const address = ADDRESS.exec(said)?.[1];
  if (address !== undefined) {
    said = undefined;
    announce(address);
  }
  return undefined;
});
