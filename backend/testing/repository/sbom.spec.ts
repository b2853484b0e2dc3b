import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '../../..');
/** Licences of packages whose manifest names no licence. We read these licences in the packages' files. */
const READ: Readonly<Record<string, string>> = { 'png-js': 'MIT' };
/** Licences under which we may distribute packages. Before you add a licence, read its terms. */
const ACCEPTED = [
  '0BSD',
  'Apache-2.0',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'MIT AND OFL-1.1',
  '(BSD-3-Clause AND Apache-2.0)',
  '(BSD-3-Clause OR GPL-2.0)',
  '(MIT AND Zlib)',
];

interface Locked {
  readonly name?: string;
  readonly version: string;
  readonly integrity: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}
type Licence =
  | { readonly license: { readonly id: string } | { readonly name: string } }
  | { readonly expression: string };
interface Component {
  readonly type: string;
  readonly 'bom-ref': string;
  readonly group?: string;
  readonly name: string;
  readonly purl: string;
  readonly version: string;
  readonly scope: string;
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses: readonly Licence[];
}
interface Listed {
  readonly specVersion: string;
  readonly serialNumber: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** The members that the schema of CycloneDX 1.6 defines. The schema allows no other members. */
const FORM = {
  list: [
    '$schema',
    'bomFormat',
    'components',
    'dependencies',
    'metadata',
    'serialNumber',
    'specVersion',
    'version',
  ],
  component: ['bom-ref', 'hashes', 'licenses', 'name', 'purl', 'scope', 'type', 'version'],
};

/**
 * Returns the component's licence as SPDX id, name or expression. Returns undefined if the component has no
 * licence or several.
 */
function licenceOf({ licenses }: Component): string | undefined {
  const [licence, ...more] = licenses;
  if (licence === undefined || more.length > 0) return undefined;
  if ('expression' in licence) return licence.expression;
  return 'id' in licence.license ? licence.license.id : licence.license.name;
}

const printed = async (): Promise<string> => {
  const script = join(ROOT, 'scripts/sbom.mjs');
  const options = { maxBuffer: 2 ** 24 };
  return (await promisify(execFile)(process.execPath, [script, '-'], options)).stdout;
};

/** Returns the packages that are installed in production, according to the lock file. */
function installed(): readonly (Locked & { readonly name: string })[] {
  const text = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, Locked> };
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && dev !== true && link !== true)
    .map(([path, locked]) => ({ ...locked, name: locked.name ?? path.replace(/^.*node_modules\//, '') }));
}

const purl = ({ name, version }: { name: string; version: string }): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

describe('the list of components', () => {
  it('has each package that production installs, with version, licence and hash', async () => {
    const { components } = JSON.parse(await printed()) as Listed;
    const known = new Map(components.map((component) => [component.purl, component]));
    const found = installed().map((locked) => {
      const component = known.get(purl(locked));
      return {
        purl: component?.purl,
        version: component?.version,
        licence: component && licenceOf(component),
        hash: component?.hashes,
      };
    });
    expect(found).toEqual(
      installed().map((locked) => ({
        purl: purl(locked),
        version: locked.version,
        licence: locked.license ?? READ[locked.name],
        hash: [
          {
            alg: 'SHA-512',
            content: Buffer.from(locked.integrity.replace(/^sha512-/, ''), 'base64').toString('hex'),
          },
        ],
      })),
    );
    expect(found.length).toBeGreaterThan(200);
  });

  it('contains only packages under accepted licences', () => {
    const licences = installed().map(({ name, license }) => license ?? READ[name] ?? `none of ${name}`);
    expect(licences.filter((licence) => !ACCEPTED.includes(licence))).toEqual([]);
  });

  it('adds only the three workspaces to the installed packages', async () => {
    const { components } = JSON.parse(await printed()) as Listed;
    const packages = new Set(installed().map(purl));
    const others = components.map((component) => component.purl).filter((one) => !packages.has(one));
    expect(others).toEqual(
      ['backend', 'contracts', 'frontend'].map((name) => `pkg:npm/%40siegel/${name}@0.1.0`),
    );
  });

  it('lists the dependencies of each component, and no unknown component', async () => {
    const { components, dependencies } = JSON.parse(await printed()) as Listed;
    const known = new Set(components.map((component) => component.purl));
    const asked = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    const unknown = [...asked.values()].flat().filter((ref) => !known.has(ref));
    expect(unknown).toEqual([]);
    const without = [...known].filter((ref) => !asked.has(ref));
    expect(without).toEqual([]);
    const backend = asked.get('pkg:npm/%40siegel/backend@0.1.0') ?? [];
    expect(backend).toContain('pkg:npm/%40siegel/contracts@0.1.0');
    expect(backend.some((ref) => ref.startsWith('pkg:npm/fastify@'))).toBe(true);
  });

  it('has the form of CycloneDX 1.6', async () => {
    const list = JSON.parse(await printed()) as Listed & Readonly<Record<string, unknown>>;
    expect(Object.keys(list).toSorted()).toEqual(FORM.list);
    expect(list).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
    expect(list.metadata).toEqual({ lifecycles: [{ phase: 'pre-build' }], component: expect.anything() });
    const all = [list.metadata.component, ...list.components];
    for (const component of all) {
      const { group, ...rest } = component;
      expect(Object.keys(rest).toSorted()).toEqual(FORM.component);
      expect(['application', 'library']).toContain(component.type);
      expect(['required', 'optional']).toContain(component.scope);
      expect(component.purl).toBe(
        purl({ ...component, name: [group, component.name].filter(Boolean).join('/') }),
      );
      for (const hash of component.hashes)
        expect(hash).toEqual({ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) });
      expect([...ACCEPTED, 'All rights reserved']).toContain(licenceOf(component));
    }
    const refs = all.map((component) => component['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    expect(list.dependencies.map(({ ref }) => ref).toSorted()).toEqual(refs.toSorted());
    for (const { dependsOn, ...rest } of list.dependencies) {
      expect(Object.keys(rest)).toEqual(['ref']);
      expect(new Set(dependsOn).size).toBe(dependsOn.length);
    }
  });

  it('is the same for the same lock file, and contains no address of a package', async () => {
    const text = await printed();
    expect(await printed()).toBe(text);
    const { specVersion, serialNumber } = JSON.parse(text) as Listed;
    expect(specVersion).toBe('1.6');
    expect(serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(text.match(/https?:[^"]*/g)).toEqual(['http://cyclonedx.org/schema/bom-1.6.schema.json']);
  });
});
