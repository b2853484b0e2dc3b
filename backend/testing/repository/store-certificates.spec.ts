import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@siegel/contracts/limits';
import { ROOT } from './composed.js';

/**
 * A double of es-gencert-cli. Like version 1.0.2, it refuses unknown flags, and it never replaces a file. The
 * certificate that it writes contains the value of `-days`.
 */
const TOOL = `#!/bin/bash
set -eu
what=$1; shift
while [ $# -gt 0 ]; do
  case "$1" in
    -days) days=$2 ;;
    -out) out=$2 ;;
    -ca-certificate | -ca-key | -ip-addresses | -dns-names) ;;
    *) echo "unknown flag $1" >&2; exit 1 ;;
  esac
  shift 2
done
name=node; [ "$what" = create-node ] || name=ca
[ ! -e "$out/$name.crt" ] || { echo "$out exists" >&2; exit 1; }
[ "$days" -gt 0 ]
mkdir -p "$out"
echo "$what $days $RANDOM" > "$out/$name.crt"
echo key > "$out/$name.key"
`;
const START = Date.parse('2026-11-27T12:00:00Z');

describe('the service that makes the certificates of the cluster', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'siegel-certificates-'));
    for (const name of ['bin', 'made', 'nodes/1', 'nodes/2', 'nodes/3', 'public'])
      mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'bin/es-gencert-cli'), TOOL, { mode: 0o755 });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const run = (days: number) => {
    const { status, stdout, stderr } = spawnSync('bash', [join(ROOT, 'docker/eventstore/certificates.sh')], {
      encoding: 'utf8',
      env: {
        PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
        MADE: join(folder, 'made'),
        NODES: join(folder, 'nodes'),
        PUBLIC: join(folder, 'public'),
        NOW: String((START + days * DAY_MS) / 1000),
        OWNER: `${process.getuid?.()}:${process.getgid?.()}`,
      },
    });
    return { status, stdout, stderr };
  };
  const certificates = (): readonly string[] =>
    [1, 2, 3].map((node) => readFileSync(join(folder, `nodes/${node}/node.crt`), 'utf8'));
  const authority = (): string => readFileSync(join(folder, 'made/ca/ca.crt'), 'utf8');

  it('makes an authority for ten years, and a certificate for a year for each node, once', () => {
    expect(run(0)).toMatchObject({ status: 0, stderr: '' });
    const first = certificates();
    expect(authority()).toMatch(/^create-ca 3650 /);
    expect(first.map((one) => one.split(' ', 2))).toEqual([1, 2, 3].map(() => ['create-node', '365']));
    expect(readFileSync(join(folder, 'public/ca.crt'), 'utf8')).toBe(authority());
    expect(run(275)).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(certificates()).toEqual(first);
  });

  it('replaces the certificates of nodes that have fewer than 90 days left, and keeps the authority', () => {
    run(0);
    const [first, ca] = [certificates(), authority()];
    const { status, stdout } = run(276);
    expect(status).toBe(0);
    expect(stdout.match(/has a new certificate for 365 days/g)).toHaveLength(3);
    expect(certificates().filter((one) => first.includes(one))).toEqual([]);
    expect(authority()).toBe(ca);
    expect(run(277).stdout).toBe('');
  });

  it('replaces the certificates that an older version made, whose end it does not know', () => {
    for (const node of [1, 2, 3]) writeFileSync(join(folder, `nodes/${node}/node.crt`), 'old');
    mkdirSync(join(folder, 'made/ca'));
    writeFileSync(join(folder, 'made/ca/ca.crt'), 'old');
    utimesSync(join(folder, 'made/ca/ca.crt'), START / 1000, START / 1000);
    expect(run(300).status).toBe(0);
    expect(certificates()).not.toContain('old');
    expect(authority()).toBe('old');
  });

  it('says early when the authority ends, and gives no node a certificate that outlives it', () => {
    run(0);
    expect(run(3650 - 455).stderr).toBe('');
    expect(run(3650 - 454).stderr).toMatch(/authority of EventStoreDB ends in 454 days.*secrets\.md/);
    run(3650 - 100);
    expect(certificates().map((one) => one.split(' ')[1])).toEqual(['100', '100', '100']);
    expect(run(3650)).toMatchObject({ status: 1, stderr: expect.stringContaining('ends in 0 days') });
  });
});
