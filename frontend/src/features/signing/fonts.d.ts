/** Style sheets of a font, loaded when they are needed. */
declare module '@fontsource/la-belle-aurore/*.css';
