import fc from 'fast-check';
import { patchStyles } from './style-lookup.js';

type Look = Readonly<Record<string, unknown>>;
interface Stack {
  push(look: string | Look): void;
  getProperty(property: string): unknown;
}
interface StackClass {
  new (dictionary: Readonly<Record<string, Look>>, defaultStyle?: Look): Stack;
  getStyleProperty(item: Look, stack: Stack | undefined, property: string, otherwise: unknown): unknown;
}

/** Loads a fresh copy of the renderer's class after calling `patch`. */
function load(patch: () => void): StackClass {
  let found: StackClass | undefined;
  jest.isolateModules(() => {
    patch();
    found = (require('pdfmake/js/StyleContextStack.js') as { default: StackClass }).default;
  });
  if (found === undefined) throw new Error('no class');
  return found;
}

const NAMES = ['title', 'small', 'body', 'none'];
const PROPERTIES = ['font', 'bold', 'fontSize', 'color'];
const value = fc.constantFrom<unknown>('Brygada', 0, false, true, 12, '', null, undefined);
const look = fc.dictionary(fc.constantFrom(...PROPERTIES), value);
/**
 * All looks use the same four properties, so a property is often defined in several places. Each of these
 * places decides the property's value in some of the runs.
 */
const styles = fc.record({ title: look, small: look, body: look });
const names = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 4 });
const named = fc.oneof(names, fc.constantFrom(...NAMES), fc.constant(undefined));
const section = fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, fc.constant({}));
const own = fc.oneof({ weight: 2, arbitrary: fc.constant<Look>({}) }, look);

it('the patched lookup finds the same look as the original lookup', () => {
  const [theirs, ours] = [load(() => undefined), load(patchStyles)];
  expect(ours.getStyleProperty).not.toBe(theirs.getStyleProperty);
  expect(ours.getStyleProperty.toString()).not.toBe(theirs.getStyleProperty.toString());
  fc.assert(
    fc.property(
      styles,
      fc.option(look, { nil: undefined }),
      fc.array(fc.oneof(fc.constantFrom(...NAMES), look), { maxLength: 4 }),
      named,
      section,
      own,
      fc.constantFrom(...PROPERTIES),
      (dictionary, defaultStyle, around, style, within, said, property) => {
        const item = { style, section: within, ...said };
        const answers = [theirs, ours].map((each) => {
          const stack = new each(dictionary, defaultStyle);
          for (const one of around) stack.push(one);
          return [
            stack.getProperty(property),
            each.getStyleProperty(item, stack, property, 'otherwise'),
            each.getStyleProperty(item, undefined, property, 'otherwise'),
          ];
        });
        expect(answers[1]).toEqual(answers[0]);
      },
    ),
    { numRuns: 2_000 },
  );
});

it('a style that extends another style is refused, because the lookup would ignore it', () => {
  const ours = load(patchStyles);
  const stack = new ours({ title: { extends: 'body' } });
  stack.push('title');
  expect(() => stack.getProperty('font')).toThrow('extends');
});
