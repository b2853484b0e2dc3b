import { chooseStore } from './chosen-store.js';

// A test file imports this module before the spec whose tests it repeats on EventStoreDB.
chooseStore('EventStoreDB');
