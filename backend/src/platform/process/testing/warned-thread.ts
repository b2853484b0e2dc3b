import '../thread-warnings.js';

process.emitWarning('A warning of a thread.', 'ThreadWarning');
