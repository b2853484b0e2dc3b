import type { FastifyRequest } from 'fastify';
import type { CreatorKey } from '../http/creator-key.js';
import { RuleBroken } from '../platform/rule-broken.js';
import { NdaAccess } from './nda-access.js';
import type { NdaReadModel } from './nda-read-model.js';
import { Readers } from './reader.js';

const ID = '01930000-0000-7000-8000-000000000001';
const OWN = 'hash-of-the-creator';
const request = { routeOptions: { url: '/api/ndas/:id' }, id: 'request-1' } as unknown as FastifyRequest;

function access(world: { row?: object; stream?: object | undefined; hash?: string; admin?: boolean }) {
  const recorded: unknown[] = [];
  const ndas = {
    row: async (id: string) => (id === ID ? world.row : undefined),
    foldStream: async (id: string) => (id === ID ? world.stream : undefined),
  } as unknown as NdaReadModel;
  const creatorKey = { hashOf: () => world.hash } as unknown as CreatorKey;
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
  return { access: asked, recorded };
}

const row = { id: ID, discarded: false, creatorKeyHashes: ['other', OWN] };

describe('reading an NDA', () => {
  it('is for each browser that was let in as its creator; that is not recorded', async () => {
    for (const hash of ['other', OWN]) {
      const { access: own, recorded } = access({ row, hash });
      expect(await own.readAs(ID)).toEqual({ row, role: 'party1' });
      expect(await own.readFor(ID, (read) => read)).toBe(row);
      expect(recorded).toEqual([]);
    }
  });

  it('is from its stream as long as its row is still to come, for its creator and the admin alone', async () => {
    expect(await access({ stream: row, hash: OWN }).access.readAs(ID)).toEqual({ row, role: 'party1' });
    expect(await access({ stream: row, admin: true }).access.readAs(ID)).toEqual({ row, role: 'admin' });
    for (const world of [{ stream: row }, { stream: row, hash: 'stranger' }, { hash: OWN }])
      await expect(access(world).access.readAs(ID)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is refused by no row that lags behind its stream, but by the stream', async () => {
    const [behind, now] = [
      { ...row, revision: 2 },
      { ...row, revision: 3 },
    ];
    const document = ({ revision }: { revision: number }): string => {
      if (revision < 3) throw new RuleBroken('not_completed');
      return 'document';
    };
    const read = (world: Parameters<typeof access>[0]) =>
      access({ hash: OWN, ...world }).access.readFor(ID, document);
    expect(await read({ row: behind, stream: now })).toBe('document');
    for (const stream of [behind, undefined])
      await expect(read({ row: behind, stream })).rejects.toMatchObject({ code: 'not_completed' });
    await expect(read({ row: behind, stream: now, hash: 'stranger' })).rejects.toMatchObject({
      code: 'not_found',
    });
    const broken = access({ hash: OWN, row: behind, stream: now }).access.readFor(ID, () =>
      Promise.reject(new Error('away')),
    );
    await expect(broken).rejects.toThrow('away');
  });

  it('is for a browser that the row does not know yet, where the stream has let it in', async () => {
    const letIn = { ...row, creatorKeyHashes: [...row.creatorKeyHashes, 'new'] };
    const { access: own, recorded } = access({ row, stream: letIn, hash: 'new' });
    expect(await own.readAs(ID)).toEqual({ row: letIn, role: 'party1' });
    expect(recorded).toEqual([]);
    const replaced = access({ row, stream: { ...letIn, discarded: true }, hash: 'new' }).access;
    await expect(replaced.readAs(ID)).rejects.toMatchObject({ code: 'nda_discarded' });
    for (const world of [
      { row, stream: letIn },
      { row, hash: 'new' },
      { row, stream: letIn, hash: 'none' },
    ])
      await expect(access(world).access.readAs(ID)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is refused to all others as if there were nothing', async () => {
    const strangers = [
      { row },
      { row, hash: 'stranger' },
      { row, hash: '' },
      { hash: OWN },
      { row: { ...row, discarded: true }, hash: 'x' },
    ];
    for (const world of strangers) {
      const { access: other, recorded } = access(world);
      await expect(other.readAs(ID)).rejects.toMatchObject({ code: 'not_found' });
      expect(recorded).toEqual([]);
    }
  });

  it('is for the admin too, and recorded: who, what, which', async () => {
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
    const refused = access({ row, stream: row, admin: true });
    const refuse = () => Promise.reject(new RuleBroken('not_completed'));
    await expect(refused.access.readFor(ID, refuse)).rejects.toMatchObject({ code: 'not_completed' });
    expect([...recorded, ...refused.recorded]).toEqual([]);
  });

  it('tells its creator, and nobody else, that a draft was replaced', async () => {
    const replaced = { ...row, discarded: true };
    await expect(access({ row: replaced, hash: OWN }).access.readAs(ID)).rejects.toMatchObject({
      code: 'nda_discarded',
    });
    await expect(access({ row: replaced, hash: 'x' }).access.readAs(ID)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await access({ row: replaced, admin: true }).access.readAs(ID)).role).toBe('admin');
  });
});
