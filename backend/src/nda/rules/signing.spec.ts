import { oneOfEach } from '../testing/sample-histories.js';
import { namesAnImage } from './signing.js';

it('an image is stored before the signature of either party is appended, but not before any other event', () => {
  const naming = Object.values(oneOfEach).filter(namesAnImage);
  expect(naming.map(({ type }) => type)).toEqual(['Party1Signed', 'Party2Signed']);
});
