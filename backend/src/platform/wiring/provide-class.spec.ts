import { Test } from '@nestjs/testing';
import { provideClass, provideClassWithParts } from './provide-class.js';

const COLOUR = Symbol('Colour');
class Size {
  readonly metres = 3;
}
class Boat {
  constructor(
    readonly colour: string,
    readonly size: Size,
  ) {}
}
class Fleet {
  readonly told: readonly string[];
  constructor({ boat, colour }: { readonly boat: Boat; readonly colour: string }) {
    this.told = [boat.colour, colour, `${boat.size.metres}`];
  }
}

describe('a provided class', () => {
  it('is constructed from the parts that the given tokens name, in order or by name', async () => {
    const app = await Test.createTestingModule({
      providers: [
        { provide: COLOUR, useValue: 'red' },
        Size,
        provideClass(Boat, [COLOUR, Size]),
        provideClassWithParts(Fleet, { boat: Boat, colour: COLOUR }),
      ],
    }).compile();
    expect(app.get(Boat)).toBeInstanceOf(Boat);
    expect(app.get(Fleet).told).toEqual(['red', 'red', '3']);
  });

  it('refuses too few parts, and parts of another class', () => {
    // @ts-expect-error the size is missing
    provideClass(Boat, [COLOUR]);
    // @ts-expect-error a fleet is no size
    provideClass(Boat, [COLOUR, Fleet]);
    // @ts-expect-error the colour is missing
    provideClassWithParts(Fleet, { boat: Boat });
  });
});
