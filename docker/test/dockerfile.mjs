// Parses a Dockerfile. The parser knows only the forms that our Dockerfiles use. It refuses all other forms,
// so that nothing is silently ignored.
//
//     node docker/test/dockerfile.mjs <file>   prints the stages as JSON
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Splits a Dockerfile into instructions. Joins continued lines, and drops comments and blank lines, even
 * within continued lines.
 */
const instructionsOf = (text) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => /^(?<name>[A-Z]+)\s+(?<rest>.*)$/.exec(line.trim())?.groups ?? { name: line, rest: '' });

/** Parses `A=1 B=2`. Values contain no spaces. */
const assignments = (rest) =>
  Object.fromEntries(
    rest.split(/\s+/).map((pair) => {
      if (!/^\w+=\S+$/.test(pair)) throw new Error(`expected NAME=value, found ${pair}`);
      return [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    }),
  );

function copyOf(rest) {
  const words = rest.split(/\s+/);
  const flags = words.filter((word) => word.startsWith('--'));
  const paths = words.filter((word) => !word.startsWith('--'));
  const unknown = flags.find((flag) => !/^--(?:from|chmod)=/.test(flag));
  if (unknown !== undefined || paths.length < 2 || /[*?[\]"]/.test(rest))
    throw new Error(`COPY ${rest}: this form is not supported`);
  const valueOf = (name) => flags.find((flag) => flag.startsWith(`--${name}=`))?.slice(name.length + 3);
  return {
    from: valueOf('from'),
    mode: valueOf('chmod'),
    sources: paths.slice(0, -1),
    target: paths.at(-1),
  };
}

/** Returns the command of a health check, which comes after the check's options. */
const checkOf = (rest) => JSON.parse(/^(?:--\S+\s+)*CMD\s+(?<command>\[.*\])$/.exec(rest).groups.command);

/** Returns the name of a build argument. */
function argumentOf(rest) {
  if (!/^\w+$/.test(rest)) throw new Error(`ARG ${rest}: this form is not supported`);
  return rest;
}

/**
 * Maps each instruction to its effect on the stage. WORKDIR, COPY and RUN add a step. All other instructions
 * describe the image.
 */
const READERS = {
  WORKDIR: (stage, rest) => ({ ...stage, folder: rest, steps: [...stage.steps, { folder: rest }] }),
  COPY: (stage, rest) => ({ ...stage, steps: [...stage.steps, { copy: copyOf(rest) }] }),
  RUN: (stage, rest) => ({ ...stage, steps: [...stage.steps, { run: rest }] }),
  ENV: (stage, rest) => ({ ...stage, env: { ...stage.env, ...assignments(rest) } }),
  ARG: (stage, rest) => ({ ...stage, args: [...stage.args, argumentOf(rest)] }),
  USER: (stage, rest) => ({ ...stage, user: rest }),
  EXPOSE: (stage, rest) => ({ ...stage, port: Number(rest) }),
  HEALTHCHECK: (stage, rest) => ({ ...stage, check: checkOf(rest) }),
  ENTRYPOINT: (stage, rest) => ({ ...stage, entrypoint: JSON.parse(rest) }),
  CMD: (stage, rest) => ({ ...stage, command: JSON.parse(rest) }),
};

const begun = (rest, args) => {
  const { base, name } = /^(?<base>\S+)(?: AS (?<name>\w+))?$/.exec(rest).groups;
  return { base: base.replaceAll(/\$\{(\w+)\}/g, (_, arg) => args[arg]), name, env: {}, args: [], steps: [] };
};

/** @returns the stages in order; the last one is the image */
export function stagesOf(text) {
  const stages = [];
  let args = {};
  for (const { name, rest } of instructionsOf(text)) {
    if (name === 'ARG' && stages.length === 0) args = { ...args, ...assignments(rest) };
    else if (name === 'FROM') stages.push(begun(rest, args));
    else if (Object.hasOwn(READERS, name) && stages.length > 0)
      stages.push(READERS[name](stages.pop(), rest));
    else throw new Error(`${name} ${rest}: this form is not supported`);
  }
  return stages;
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  console.log(JSON.stringify(stagesOf(readFileSync(process.argv[2], 'utf8'))));
