// Validates our software bill of materials with CycloneDX's own library
// (https://github.com/CycloneDX/cyclonedx-javascript-library): see README.md.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../workspace.mjs';
import { npmTool } from '../npm-tool.mjs';

function ourList() {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/sbom.mjs'), '-'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(`there is no list: ${stderr}`);
  return stdout;
}

/** Faults that the validator must find. Each function introduces one fault into a copy of the list. */
const WRONG = {
  'another form': (list) => (list.bomFormat = 'SPDX'),
  'an unknown member': (list) => (list.components[0].licence = 'MIT'),
  'a component without a name': (list) => delete list.components[0].name,
  'an unknown type of component': (list) => (list.components[0].type = 'package'),
  'a licence that SPDX does not have': (list) =>
    (list.components.at(-1).licenses = [{ license: { id: 'MIT-like' } }]),
  'an expression beside a licence': (list) =>
    list.components.at(-1).licenses.push({ expression: 'MIT OR ISC' }),
  'a hash that is too short': (list) => (list.components.at(-1).hashes[0].content = 'ab'),
  'a serial number that is none': (list) => (list.serialNumber = 'urn:uuid:1'),
  'the same component twice': (list) => list.components.push(list.components[0]),
};

export async function run() {
  const load = await npmTool('sbom');
  const { default: library } = await load('@cyclonedx/cyclonedx-library');
  const { Spec, Validation } = library;
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  const text = ourList();
  const found = await validator.validate(text);
  if (found !== null) throw new Error(`the list is not valid: ${JSON.stringify(found, null, 2)}`);
  for (const [what, spoil] of Object.entries(WRONG)) {
    const list = JSON.parse(text);
    spoil(list);
    if ((await validator.validate(JSON.stringify(list))) === null)
      throw new Error(`the validator accepted ${what}`);
  }
  console.log(`sbom: valid, and ${Object.keys(WRONG).length} invalid lists were refused`);
}
