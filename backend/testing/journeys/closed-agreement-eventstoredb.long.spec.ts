import '../faults/choose-eventstoredb.js';
import './closed-agreement.spec.js';
