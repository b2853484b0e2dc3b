// When a process loads this file with `--import`, this file sets a breakpoint in the process. `BREAKPOINT`
// names the source file and the line. Like an editor, this file finds the position in the script by the
// script's source map. When the process stops at the breakpoint, this file prints where it stopped, and
// resumes it.
//     BREAKPOINT='{"file":"/…/serve.ts","line":92}'
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
 * Returns the position in the script that belongs to a line of the source. Returns undefined if the script
 * has no code of that line.
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
 * Sets the breakpoint before the script with this line starts. Otherwise, the script might reach the line
 * before the breakpoint is set.
 */
async function debug(wanted) {
  // The timer keeps this thread alive. The inspector session alone would not.
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
