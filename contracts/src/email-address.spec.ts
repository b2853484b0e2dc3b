import { asciiAddress, countedMailboxOf, isSameAddress, mailboxOf } from './email-address.js';

describe('asciiAddress', () => {
  it.each([
    ['anna@müller.de', 'anna@xn--mller-kva.de'],
    ['anna@MÜLLER.de', 'anna@xn--mller-kva.de'],
    ['anna@straße.example', 'anna@xn--strae-oqa.example'],
    ['anna@пример.рф', 'anna@xn--e1afmkfd.xn--p1ai'],
    ['anna@xn--mller-kva.de', 'anna@xn--mller-kva.de'],
    ['Anna.Berg+nda@Example.org', 'Anna.Berg+nda@example.org'],
    ['jörg@müller.de', 'jörg@xn--mller-kva.de'],
    ['"a@b"@müller.de', '"a@b"@xn--mller-kva.de'],
  ])('writes %s as %s', (typed, ascii) => expect(asciiAddress(typed)).toBe(ascii));

  it.each([
    'anna',
    'anna@',
    'anna@xn--a.de',
    'anna@xn--ü.de',
    'anna@a\u200db.de',
    'anna@b.de/x',
    'anna@b.de:25',
    'anna@b%2ede',
  ])('finds no domain in %j', (typed) => expect(asciiAddress(typed)).toBeUndefined());
});

describe('isSameAddress', () => {
  it('compares domains in the form that name servers know, and mailboxes letter by letter', () => {
    expect(isSameAddress('anna@müller.de', 'anna@xn--mller-kva.DE')).toBe(true);
    expect(isSameAddress('anna@müller.de', 'anna@mueller.de')).toBe(false);
    expect(isSameAddress('anna@example.org', 'Anna@example.org')).toBe(false);
    expect(isSameAddress('anna@xn--a.de', 'anna@xn--a.de')).toBe(true);
  });
});

describe('mailboxOf', () => {
  it('is the same for every spelling of its address', () => {
    expect(mailboxOf('Anna.Berg@MÜLLER.de')).toBe('anna.berg@xn--mller-kva.de');
    expect(mailboxOf('Anna@xn--a.de')).toBe('anna@xn--a.de');
    expect(mailboxOf('anna+nda@example.org')).not.toBe(mailboxOf('anna@example.org'));
  });
});

describe('countedMailboxOf', () => {
  it.each([
    ['Anna+nda@example.org', 'anna@example.org'],
    ['anna+a+b@MÜLLER.de', 'anna@xn--mller-kva.de'],
    ['anna+@example.org', 'anna@example.org'],
    ['+anna@example.org', '@example.org'],
    ['"a@+b"@example.org', '"a@@example.org'],
    ['anna@example.org', 'anna@example.org'],
  ])('counts %s as %s', (address, mailbox) => expect(countedMailboxOf(address)).toBe(mailbox));
});
