import { data, escaped, tag } from './html.js';

it('escapes characters that would end a text or an attribute', () => {
  expect(escaped(`a < b > c & "d"`)).toBe('a &lt; b &gt; c &amp; &quot;d&quot;');
  expect(escaped('&lt;')).toBe('&amp;lt;');
});

it('escapes characters that would end the value of an attribute', () => {
  const value = `"><script>alert(1)</script>&`;
  document.body.innerHTML = tag('a', { href: value, title: undefined, hidden: '' }, 'text');
  const [link, ...others] = document.body.querySelectorAll('*');
  expect(others).toEqual([]);
  expect(link?.getAttribute('href')).toBe(value);
  expect(link?.getAttributeNames()).toEqual(['href', 'hidden']);
});

it('writes an element without content as a single tag', () => {
  expect(tag('meta', { charset: 'utf-8' })).toBe('<meta charset="utf-8">');
  expect(tag('p', {}, '')).toBe('<p></p>');
});

it.each([
  ['the end of a script', '</script><h1>', 'h1'],
  ['the end of a script in capitals', '</SCRIPT ><h1>', 'h1'],
  ['a comment that hides what follows', '<!--<script>', 'script'],
])('escapes a text that would end a block of data: %s', (_, text, element) => {
  document.body.innerHTML = `${data('application/json', { text }, 'site')}<p>after</p>`;
  const block = document.getElementById('site');
  expect(JSON.parse(block?.textContent ?? '')).toEqual({ text });
  expect(document.body.querySelectorAll('p')).toHaveLength(1);
  expect([...document.body.querySelectorAll(element)].filter((found) => found !== block)).toEqual([]);
});
