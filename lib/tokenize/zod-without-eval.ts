import { z } from 'zod';

// Its shortcut compiles code from text, which the security policy of the page refuses and reports.
z.config({ jitless: true });
