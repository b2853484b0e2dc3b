import fc from 'fast-check';
import { teachStyles } from './style-lookup.js';

type Look = Readonly<Record<string, unknown>>;
interface Stack {
  push(look: string | Look): void;
  getProperty(property: string): unknown;
}
interface StackClass {
  new (dictionary: Readonly<Record<string, Look>>, defaultStyle?: Look): Stack;
  getStyleProperty(item: Look, stack: Stack | undefined, property: string, otherwise: unknown): unknown;
}

/** The renderer's class, as it comes or as we teach it. */
function load(teach: () => void): StackClass {
  let found: StackClass | undefined;
  jest.isolateModules(() => {
    teach();
    found = (require('pdfmake/js/StyleContextStack.js') as { default: StackClass }).default;
  });
  if (found === undefined) throw new Error('no class');
  return found;
}

const NAMES = ['title', 'small', 'body', 'none'];
const PROPERTIES = ['font', 'bold', 'fontSize', 'color'];
const value = fc.constantFrom<unknown>('Brygada', 0, false, true, 12, '', null, undefined);
const look = fc.dictionary(fc.constantFrom(...PROPERTIES), value);
const named = fc.record({ name: fc.constantFrom(...NAMES.slice(0, 3)), look });
const item = fc.record(
  {
    style: fc.oneof(fc.constantFrom(...NAMES), fc.array(fc.constantFrom(...NAMES), { maxLength: 3 })),
    section: fc.constant({}),
    own: look,
  },
  { requiredKeys: ['own'] },
);

it('a look is found as the renderer finds it by itself', () => {
  const [theirs, ours] = [load(() => undefined), load(teachStyles)];
  expect(ours.getStyleProperty).not.toBe(theirs.getStyleProperty);
  expect(ours.getStyleProperty.toString()).not.toBe(theirs.getStyleProperty.toString());
  fc.assert(
    fc.property(
      fc.array(named, { maxLength: 3 }),
      fc.option(look, { nil: undefined }),
      fc.array(fc.oneof(fc.constantFrom(...NAMES), look), { maxLength: 4 }),
      item,
      fc.constantFrom(...PROPERTIES),
      (styles, defaultStyle, around, { own, ...rest }, property) => {
        const dictionary = Object.fromEntries(styles.map(({ name, look: of }) => [name, of]));
        const answers = [theirs, ours].map((each) => {
          const stack = new each(dictionary, defaultStyle);
          for (const one of around) stack.push(one);
          return [
            stack.getProperty(property),
            each.getStyleProperty({ ...rest, ...own }, stack, property, 'otherwise'),
            each.getStyleProperty({ ...rest, ...own }, undefined, property, 'otherwise'),
          ];
        });
        expect(answers[1]).toEqual(answers[0]);
      },
    ),
    { numRuns: 2_000 },
  );
});

it('a style that extends another is refused: it would not be followed', () => {
  const ours = load(teachStyles);
  const stack = new ours({ title: { extends: 'body' } });
  stack.push('title');
  expect(() => stack.getProperty('font')).toThrow('extends');
});
