import { vi } from 'vitest';

// The web server reads its environment once, when its modules load: each test file loads them anew. Packages stay loaded.
vi.unstubAllEnvs();
vi.resetModules();
