import { StreamUntrusted } from '../../eventsourcing/trust/stream-untrusted.js';
import { ndaStream } from '../../nda/nda.events.js';
import { newId } from '../../platform/crypto/ids.js';
import type { KeptReport } from '../../trust-stream/kept-report.events.js';
import { KeptMailReports } from './kept-mail-reports.js';
import type { MailReport, MailReports } from './mail-reports.js';

const ndaId = newId();
const closed = new StreamUntrusted(ndaStream(ndaId), { revision: 2, fault: 'mac' });
const at = new Date('2026-12-01T10:00:00.000Z');
const bounced: MailReport = {
  ndaId,
  messageDigest: 'ab'.repeat(32),
  what: 'bounced',
  code: 'bounced',
  permanent: true,
  reason: '550 no such mailbox thomas@example.org',
  at,
};
const { ndaId: _, reason: __, ...facts } = { ...bounced, at: at.toISOString() };

describe('reports about mails', () => {
  const recorded: MailReport[] = [];
  const kept: unknown[] = [];
  beforeEach(() => {
    recorded.length = 0;
    kept.length = 0;
  });
  const record = async (report: MailReport): Promise<void> => void recorded.push(report);
  const reportsOf = (about: MailReports['about']): KeptMailReports =>
    new KeptMailReports(
      { about },
      {
        keep: async (stream: string, report: KeptReport, identity) => {
          kept.push([stream, report, identity]);
          return 'kept';
        },
      },
    );
  const fail = (error: Error) => async (): Promise<never> => {
    throw error;
  };

  it('are recorded in an open agreement', async () => {
    await (await reportsOf(async () => record).about(ndaId))(bounced);
    expect([recorded, kept]).toEqual([[bounced], []]);
  });

  it.each([
    ['from the beginning', fail(closed)],
    ['from now on', async () => fail(closed)],
  ])('are kept for an agreement that is closed %s, without the explanation', async (_name, about) => {
    await (await reportsOf(about).about(ndaId))(bounced);
    expect(recorded).toEqual([]);
    expect(kept).toEqual([
      [ndaStream(ndaId), { kind: 'mail', facts }, [bounced.messageDigest, 'bounced', 'bounced']],
    ]);
    expect(JSON.stringify(kept)).not.toContain('thomas');
  });

  it('fail as before for any other reason', async () => {
    const away = new Error('away');
    await expect(reportsOf(fail(away)).about(ndaId)).rejects.toBe(away);
    await expect((await reportsOf(async () => fail(away)).about(ndaId))(bounced)).rejects.toBe(away);
    expect(kept).toEqual([]);
  });

  it('are applied later with what was kept', async () => {
    await reportsOf(async () => record).apply(ndaId, facts);
    expect(recorded).toEqual([{ ...bounced, reason: '' }]);
    await expect(reportsOf(fail(closed)).apply(ndaId, facts)).rejects.toBe(closed);
  });
});
