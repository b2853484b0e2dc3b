declare module 'virtual:assets' {
  export const ASSETS: Readonly<
    Record<import('./assets.js').Entry, Readonly<Record<'de' | 'en', import('./assets.js').Assets>>>
  >;
}
