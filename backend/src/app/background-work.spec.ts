import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const SRC = resolve(__dirname, '..');
const EXEMPT = /\.spec\.ts$|(^|\/)(testing|bench|journeys|eventsourcing|platform)\//;
/** The declaration of a reaction, sweep, job or scheduled work, in any file. */
const WRITTEN =
  /export (?:const|function) (\w+)[^;{]*?: (?:Reaction<|(?:Sweep|Scheduled|JobHandler)\b)|export class (\w+) (?:implements JobHandler|extends OwedMailJob)\b/g;

describe('background work', () => {
  const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !EXEMPT.test(path))
    .map((path) => readFileSync(join(SRC, path), 'utf8'));
  const written = sources.flatMap((text) =>
    [...text.matchAll(WRITTEN)].map(([, named, made]) => named ?? made ?? ''),
  );

  it('includes every reaction, sweep, job and schedule that the sources declare', () => {
    const [, work = ''] = readFileSync(join(SRC, 'app/background-work.ts'), 'utf8').split(
      /export const reactions(.*)/s,
    );
    const [, verifications = ''] = readFileSync(join(SRC, 'app/log-verifications.ts'), 'utf8').split(
      /const verifyingParts(.*)/s,
    );
    const done = work + verifications;
    const mails = ['SendMailJob', 'SendDocumentJob', 'SendReceiptJob'];
    expect(written).toEqual(expect.arrayContaining(['sendMailsWhenOwed', ...mails, 'remindAndExpire']));
    expect(written.length).toBeGreaterThan(30);
    expect(written.filter((name) => !new RegExp(`\\b${name}\\b`).test(done))).toEqual([]);
  });
});
