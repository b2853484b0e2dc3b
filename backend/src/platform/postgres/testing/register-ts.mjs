/**
 * Lets plain Node run the backend's TypeScript: `node --import <this file> <script>.ts`. It is for the child
 * processes of tests.
 */
import { register } from 'node:module';

register(new URL('./load-ts.mjs', import.meta.url));
