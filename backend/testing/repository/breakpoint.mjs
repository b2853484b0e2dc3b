// Sets a breakpoint in the process that loads this file (`--import`), by the file and line of a source. Like
// an editor, it uses the source map that a script names. Prints where the process stopped, and resumes it.
//   BREAKPOINT='{"file":"/…/serve.ts","line":92}'
import { once } from 'node:events';
import { readFileSync, writeSync } from 'node:fs';
import inspector from 'node:inspector';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isMainThread, MessageChannel, Worker, workerData } from 'node:worker_threads';

/**
 * Writes synchronously, because output that a thread sends through the main thread is lost when the main
 * thread ends.
 */
const say = (text) => writeSync(2, `${text}\n`);

const pathOf = (url) => (url.startsWith('file:') ? fileURLToPath(url) : url);

function mapOf(script) {
  const { sourceMapURL: address } = script;
  const inline = /^data:application\/json;.*base64,/;
  const text = inline.test(address)
    ? Buffer.from(address.replace(inline, ''), 'base64').toString('utf8')
    : readFileSync(resolve(dirname(pathOf(script.url)), address), 'utf8');
  return JSON.parse(text);
}

/**
 * Returns the position in the script for a line of a source. Undefined if the script does not contain that
 * line.
 */
function placeIn(script, { file, line }) {
  const payload = mapOf(script);
  const folder = dirname(pathOf(script.url));
  const isTheSource = (source) => resolve(folder, payload.sourceRoot ?? '', pathOf(source)) === file;
  if (!payload.sources.some(isTheSource)) return undefined;
  const map = new SourceMap(payload);
  for (let lineNumber = script.startLine; lineNumber <= script.endLine; lineNumber += 1)
    for (let columnNumber = 0; columnNumber < 120; columnNumber += 1) {
      const { originalLine, originalSource, generatedLine } = map.findEntry(lineNumber, columnNumber);
      if (originalLine === line - 1 && generatedLine === lineNumber && isTheSource(originalSource))
        return { lineNumber, columnNumber };
    }
  return undefined;
}

/**
 * Sets the breakpoint before the script that contains the line starts, because the script may reach the line
 * at once.
 */
async function debug(wanted) {
  // The session alone does not keep this thread alive.
  setInterval(() => {}, 60_000);
  const session = new inspector.Session();
  session.connectToMainThread();
  const ask = promisify(session.post.bind(session));
  const scripts = new Map();
  session.on('Debugger.scriptParsed', ({ params }) => scripts.set(params.scriptId, params));
  const bind = async (script) => {
    const place = /^(\/|file:)/.test(script.url) ? placeIn(script, wanted) : undefined;
    if (place === undefined) return;
    await ask('Debugger.setBreakpoint', { location: { scriptId: script.scriptId, ...place } });
    say(`bound in ${pathOf(script.url)}`);
  };
  session.on('Debugger.paused', async ({ params: { reason, data, callFrames } }) => {
    if (reason === 'instrumentation') await bind(scripts.get(data.scriptId));
    else say(`stopped in ${callFrames[0].functionName}`);
    await ask('Debugger.resume');
  });
  await ask('Debugger.enable');
  await ask('Debugger.setInstrumentationBreakpoint', {
    instrumentation: 'beforeScriptWithSourceMapExecution',
  });
  workerData.close();
}

if (!isMainThread) await debug(JSON.parse(process.env.BREAKPOINT));
else if (process.env.BREAKPOINT !== undefined) {
  const { port1, port2 } = new MessageChannel();
  const listening = once(port1, 'close');
  const worker = new Worker(fileURLToPath(import.meta.url), {
    execArgv: [],
    workerData: port2,
    transferList: [port2],
  });
  await listening;
  worker.unref();
}
