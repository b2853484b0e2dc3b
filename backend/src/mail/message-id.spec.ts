import { hostOfSender, type MailOccasion, messageIdOf, messageIdOn } from './message-id.js';

describe('Message-IDs', () => {
  it('are equal for equal parts and differ otherwise', () => {
    expect(messageIdOf('siegel.example', 'nda', 'hash', 1)).toMatch(/^<[0-9a-f]{40}@siegel\.example>$/);
    expect(messageIdOf('h', 'a', 1)).toBe(messageIdOf('h', 'a', 1));
    expect(messageIdOf('h', 'a', 1)).not.toBe(messageIdOf('h', 'a', 2));
    expect(messageIdOf('h', 'ab', 'c')).not.toBe(messageIdOf('h', 'a', 'bc'));
  });

  it('equal those of documents that earlier versions sent', () =>
    expect(messageIdOf('siegel.example', 'nda', 'ab'.repeat(32), 2)).toBe(
      '<9e113f17d70b5d74d09eae8a13c1e0469aa3b8eb@siegel.example>',
    ));

  it('differ by subject, kind, recipient and number', () => {
    const occasion: MailOccasion = { about: 'nda', kind: 'reminder', recipient: 2, number: 1 };
    const ids = [
      occasion,
      { ...occasion, about: 'other' },
      { ...occasion, kind: 'invitation' },
      { ...occasion, recipient: 1 as const },
      { ...occasion, number: 2 },
    ].map((each) => messageIdOn('siegel.example', each));
    expect(new Set(ids).size).toBe(5);
    expect(messageIdOn('siegel.example', { ...occasion })).toBe(ids[0]);
    expect(ids.join()).not.toMatch(/nda|reminder/);
  });

  it.each([
    ['Siegel <nda@post.example>', 'post.example'],
    ['nda@post.example', 'post.example'],
    ['"a@b" <nda@post.example> ', 'post.example'],
    ['nobody', 'localhost'],
  ])('end with the domain of the sender: %s', (from, host) => expect(hostOfSender(from)).toBe(host));
});
