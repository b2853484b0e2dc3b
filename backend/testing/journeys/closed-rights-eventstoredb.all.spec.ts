import '../faults/choose-eventstoredb.js';
import './closed-rights.spec.js';
