import { oneOfEach } from '../testing/sample-histories.js';
import { namesAnImage } from './signing.js';

it('an image is stored before a signature of either party is appended, and before no other event', () => {
  const naming = Object.values(oneOfEach).filter(namesAnImage);
  expect(naming.map(({ type }) => type)).toEqual(['Party1Signed', 'Party2Signed']);
});
