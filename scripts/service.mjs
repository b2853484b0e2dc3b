// Runs the built service for a script. The service ends in an orderly way even if the script is killed.
import './end-with-parent.mjs';

await import(new URL('../backend/dist/main.js', import.meta.url).href);
