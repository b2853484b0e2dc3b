import type { Plugin } from 'vite';

/**
 * The weights that the design uses: regular everywhere, light for the large pictures, bold for the tick and
 * the cross in a circle.
 */
const LIGHT = ['LockKey', 'Scales', 'Signature', 'Lightning'];
const BOLD = ['Check', 'X'];

const weightsOf = (icon: string): string[] => [
  'regular',
  ...(LIGHT.includes(icon) ? ['light'] : []),
  ...(BOLD.includes(icon) ? ['bold'] : []),
];

/** Removes unused drawings from the scripts. The icon library contains six drawings for each icon. */
export const iconWeights: Plugin = {
  name: 'icon-weights',
  enforce: 'pre',
  transform: {
    filter: { id: /@phosphor-icons\/react\/dist\/defs\/\w+\.es\.js$/ },
    handler(code, id) {
      const icon = /(\w+)\.es\.js$/.exec(id)?.[1] ?? '';
      const keep = weightsOf(icon);
      const entries = code.split(/(?=^ {2}\[\n {4}"\w+",)/m);
      const [head = '', ...drawings] = entries;
      const tail = /^\]\);[\s\S]*$/m.exec(drawings.at(-1) ?? '')?.[0];
      if (drawings.length !== 6 || tail === undefined)
        return this.error(`The drawings of ${icon} are not written as expected.`);
      const kept = drawings
        .map((drawing) => drawing.replace(/^\]\);[\s\S]*$/m, '').replace(/,?\s*$/, ''))
        .filter((drawing) => keep.some((weight) => drawing.includes(`"${weight}",`)));
      return { code: `${head}${kept.join(',\n')}\n${tail}`, map: null };
    },
  },
};
