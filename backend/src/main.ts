import { serve } from './cli/serve.js';

void serve();
