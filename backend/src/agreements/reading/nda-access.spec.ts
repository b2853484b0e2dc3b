import type { FastifyRequest } from 'fastify';
import type { CreatorKey } from '../../http/callers/creator-key.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { Agreement } from '../agreement.js';
import type { CurrentNdas } from '../current-ndas.js';
import { NdaAccess } from './nda-access.js';
import { Readers } from './reader.js';

const ID = '01930000-0000-7000-8000-000000000001';
const OWN = 'hash-of-the-creator';
const request = { routeOptions: { url: '/api/ndas/:id' }, id: 'request-1' } as unknown as FastifyRequest;

/**
 * @param world `row`: the NDA that the first read of the stream returns; `later`: the NDA that every further
 * read returns
 */
function access(world: { row?: object; later?: object | undefined; hash?: string; admin?: boolean }) {
  const recorded: unknown[] = [];
  const looks: string[] = [];
  const ndas = {
    one: async (id: string) => {
      looks.push(id);
      if (id !== ID) return undefined;
      return looks.length > 1 && 'later' in world ? world.later : world.row;
    },
    refuse: () => Promise.reject(new RuleBroken('not_found')),
  } as unknown as CurrentNdas;
  const creatorKey = {
    hashesOf: () => (world.hash === undefined ? [] : [world.hash]),
  } as unknown as CreatorKey;
  const admins = {
    isAdmin: async () => world.admin ?? false,
    record: async (_: FastifyRequest, ...what: unknown[]) => void recorded.push(what),
  };
  const nda = new NdaAccess(ndas);
  const reader = new Readers(creatorKey, admins).of(request);
  const asked = {
    readAs: (id: string) => nda.readAs(id, reader),
    readFor: <Had>(id: string, have: Parameters<typeof nda.readFor<Had>>[3]) =>
      nda.readFor(id, reader, 'document', have),
  };
  return { access: asked, recorded, looks };
}

const row = { state: { id: ID, discarded: false, erasedAt: null, creatorKeyHashes: ['other', OWN] } };

describe('reading an NDA', () => {
  it('is allowed for each browser that may act as its creator, and is not recorded', async () => {
    for (const hash of ['other', OWN]) {
      const { access: own, recorded } = access({ row, hash });
      expect(await own.readAs(ID)).toEqual({ nda: row, role: 'party1' });
      expect(await own.readFor(ID, (read) => read)).toBe(row);
      expect(recorded).toEqual([]);
    }
  });

  it('reads no stream for a reader who has no creator key and is no admin', async () => {
    const { access: stranger, looks } = access({ row });
    await expect(stranger.readAs(ID)).rejects.toMatchObject({ code: 'not_found' });
    expect(looks).toEqual([]);
  });

  it('is refused only if the newest state of the stream requires it; other errors are thrown at once', async () => {
    const [behind, now] = [
      { state: { ...row.state, revision: 2 } },
      { state: { ...row.state, revision: 3 } },
    ];
    const document = ({ state }: Pick<Agreement, 'state'>): string => {
      if (state.revision < 3) throw new RuleBroken('not_completed');
      return 'document';
    };
    const read = (world: Parameters<typeof access>[0]) =>
      access({ hash: OWN, ...world }).access.readFor(ID, document);
    expect(await read({ row: behind, later: now })).toBe('document');
    await expect(read({ row: behind })).rejects.toMatchObject({ code: 'not_completed' });
    for (const later of [undefined, { state: { ...now.state, creatorKeyHashes: ['other'] } }])
      await expect(read({ row: behind, later })).rejects.toMatchObject({ code: 'not_found' });
    await expect(read({ row: behind, later: now, hash: 'stranger' })).rejects.toMatchObject({
      code: 'not_found',
    });
    const broken = access({ hash: OWN, row: behind, later: now });
    await expect(broken.access.readFor(ID, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(broken.looks).toHaveLength(1);
  });

  it('is refused to all others as if the NDA did not exist', async () => {
    const strangers = [
      { row },
      { row, hash: 'stranger' },
      { row, hash: '' },
      { hash: OWN },
      { row: { state: { ...row.state, discarded: true } }, hash: 'x' },
    ];
    for (const world of strangers) {
      const { access: other, recorded } = access(world);
      await expect(other.readAs(ID)).rejects.toMatchObject({ code: 'not_found' });
      expect(recorded).toEqual([]);
    }
  });

  it('is allowed for the admin too, and then recorded with the NDA and the kind of data', async () => {
    for (const hash of [undefined, 'stranger']) {
      const { access: admin, recorded } = access({
        row,
        admin: true,
        ...(hash === undefined ? {} : { hash }),
      });
      expect(await admin.readFor(ID, (read, role) => ({ read, role }))).toEqual({ read: row, role: 'admin' });
      expect(recorded).toEqual([[[ID], 'document']]);
    }
    const { access: admin, recorded } = access({ admin: true });
    await expect(admin.readFor(ID, (read) => read)).rejects.toMatchObject({ code: 'not_found' });
    const refused = access({ row, admin: true });
    const refuse = () => Promise.reject(new RuleBroken('not_completed'));
    await expect(refused.access.readFor(ID, refuse)).rejects.toMatchObject({ code: 'not_completed' });
    expect([...recorded, ...refused.recorded]).toEqual([]);
  });

  it('of a closed NDA shows its creator nothing but the view, and everything to the admin', async () => {
    const closed = { ...row, untrustedSince: '2026-11-12T10:00:00.000Z' };
    const own = access({ row: closed, hash: OWN });
    expect(await own.access.readAs(ID)).toEqual({ nda: closed, role: 'party1' });
    const had = jest.fn();
    await expect(own.access.readFor(ID, had)).rejects.toMatchObject({ code: 'stream_untrusted' });
    expect(had).not.toHaveBeenCalled();
    const office = access({ row: closed, hash: OWN, admin: true });
    expect(await office.access.readFor(ID, (_, role) => role)).toBe('admin');
    expect(office.recorded).toEqual([[[ID], 'document']]);
  });

  it('of an NDA that is closed meanwhile is refused too', async () => {
    const closed = { state: { ...row.state, revision: 1 }, untrustedSince: '2026-11-12T10:00:00.000Z' };
    const world = { row: { state: { ...row.state, revision: 2 } }, later: closed, hash: OWN };
    const refuse = () => Promise.reject(new RuleBroken('document_not_ready'));
    await expect(access(world).access.readFor(ID, refuse)).rejects.toMatchObject({
      code: 'stream_untrusted',
    });
  });

  it('reveals only to the creator that a draft was replaced', async () => {
    const replaced = { state: { ...row.state, discarded: true } };
    await expect(access({ row: replaced, hash: OWN }).access.readAs(ID)).rejects.toMatchObject({
      code: 'nda_discarded',
    });
    await expect(access({ row: replaced, hash: 'x' }).access.readAs(ID)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await access({ row: replaced, admin: true }).access.readAs(ID)).role).toBe('admin');
  });
});
