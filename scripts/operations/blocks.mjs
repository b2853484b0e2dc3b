// Collects the command blocks of docs/operations.md and of the pages below docs/operations. Each block names
// its procedure (```sh run=<procedure>). A block may also name something it needs that no test machine has
// (```sh elsewhere=<need> run=…).
//
//     node scripts/operations/blocks.mjs     prints the blocks, and all procedures and needs, as JSON
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../workspace.mjs';

/** The procedure whose blocks run before those of every other procedure. */
export const NAMES = 'names';

/**
 * The procedures that scripts/test-operations.mjs runs. That script fails if it does not reach all of them.
 */
export const PROCEDURES = [
  NAMES,
  'host',
  'rolling-restart',
  'backup',
  'backup-lists',
  'backup-embedded',
  'backup-lists-embedded',
  'restore-embedded',
  'restore',
  'restore-accept',
  'restore-start',
  'restore-look',
  'drill',
  'own-keys',
  'own-keys-containers',
  'backup-eventstoredb',
  'restore-eventstoredb',
  'backup-containers',
  'backup-lists-containers',
  'restore-containers',
  'upgrade',
  'going-back',
  'keep-secrets',
  'secret-containers',
  'rotate-master-key',
  'rotate-master-key-containers',
  'rotate-session-secret',
  'rotate-checkpoint-key',
  'rotate-append-key',
  'rotate-append-key-containers',
  'retire-append-key',
  'retire-append-key-containers',
  'lost-append-key',
  'rotate-passwords',
  'rotate-seal',
  'rotate-database-password',
  'rotate-embedded-password',
  'rotate-metrics-token',
  'rotate-mail-password',
  'rotate-search-key',
  'to-eventstoredb',
  'from-eventstoredb',
  'move-database',
  'erase',
  'hold',
  'lift',
  'doctor',
  'repair-places',
  'repair-password',
  'repair-look',
  'repair',
  'repair-restart',
  'repair-from-copy',
  'repair-list',
  'repair-end',
  'repair-destroy-key',
];

/** Needs by name, in the words of docs/operations/tried.md. */
export const NEEDS = {
  registry: 'a package registry',
  root: 'root and accounts',
  systemd: 'systemd as the first process',
  acme: 'a public name and an authority',
  eventstoredb: 'a real EventStoreDB',
  older: 'a log of an older version',
  containers: 'a container engine',
};

const PAGES = [
  'docs/operations.md',
  ...readdirSync(join(root, 'docs/operations'))
    .toSorted()
    .map((name) => `docs/operations/${name}`),
];

function blocksOf(page) {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(({ 1: info, 2: commands, index }) => {
    const [language, ...marks] = info.split(' ');
    return {
      page: relative(root, join(root, page)),
      line: text.slice(0, index).split('\n').length,
      language,
      marks: Object.fromEntries(marks.map((mark) => mark.split('='))),
      commands,
    };
  });
}

/** Returns all blocks, in the order of the pages. */
export const operationBlocks = () => PAGES.flatMap(blocksOf);

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  console.log(JSON.stringify({ blocks: operationBlocks(), procedures: PROCEDURES, needs: NEEDS }));
