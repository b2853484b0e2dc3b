import { CloseStack, withCloseStack } from './close-stack.js';

describe('parts that are opened one after the other', () => {
  const part = (log: string[], name: string) => async (): Promise<void> => void log.push(name);

  it('are closed once each, in reverse order', async () => {
    const log: string[] = [];
    const closing = new CloseStack();
    for (const name of ['pool', 'store', 'server']) closing.add(part(log, name));
    await Promise.all([closing.close(), closing.close()]);
    expect(log).toEqual(['server', 'store', 'pool']);
  });

  it('are all closed, even if one part fails to close', async () => {
    const log: string[] = [];
    const closing = new CloseStack();
    closing.add(part(log, 'pool'));
    closing.add(() => Promise.reject(new Error('stuck')));
    await expect(closing.close()).rejects.toThrow('stuck');
    expect(log).toEqual(['pool']);
  });

  it('are closed again if a later part does not open', async () => {
    const log: string[] = [];
    const failed = withCloseStack(async (closing) => {
      closing.add(part(log, 'pool'));
      throw new Error('no store');
    });
    await expect(failed).rejects.toThrow('no store');
    expect(log).toEqual(['pool']);
  });
});
