// The built service as a process of a script, which may be killed: it ends in an orderly way then too.
import './end-with-parent.mjs';

await import(new URL('../backend/dist/main.js', import.meta.url).href);
