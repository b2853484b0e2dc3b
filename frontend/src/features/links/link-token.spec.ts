import { linkToken } from './link-token.js';

const TOKEN = 'aB3_-'.repeat(8).concat('xyz');
const LONG = `${'aB3_-'.repeat(4)}xy${TOKEN}`;

describe('the token of a link', () => {
  it.each(['', '/', '.', '>', '%3E', '?utm_source=mail', '&utm_source=mail', '%20', ').', '%C3%A4'])(
    'is read completely if %j follows',
    (end) => {
      const { pathname } = new URL(`https://siegel.example/sign/${TOKEN}${end}`);
      expect(linkToken(pathname)).toEqual({ token: TOKEN, damaged: false });
    },
  );

  it.each(['sign', 'remote-signature'])('has its full length on /%s', (page) =>
    expect(linkToken(`/${page}/${TOKEN}`).damaged).toBe(false),
  );

  it.each(['dispute', 'continue', 'reminders'])('is preceded by the id of the NDA on /%s', (page) => {
    expect(linkToken(`/${page}/${LONG}.`)).toEqual({ token: LONG, damaged: false });
    expect(linkToken(`/${page}/${TOKEN}`).damaged).toBe(true);
  });

  it.each([
    ['cut off', TOKEN.slice(0, -1)],
    ['too long', `${TOKEN}x`],
    ['written in capital letters', TOKEN.toUpperCase()],
    ['missing', ''],
  ])('is damaged if it is %s', (_, token) =>
    expect(linkToken(`/sign/${token}`)).toEqual({ token, damaged: true }),
  );
});
