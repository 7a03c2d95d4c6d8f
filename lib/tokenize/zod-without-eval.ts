import { z } from 'zod';

// zod compiles parsers from strings, which the page's Content Security Policy blocks and reports.
z.config({ jitless: true });
