import { expect, it, vi } from 'vitest';
import DesignPage from './page.tsx';

const env = vi.hoisted(() => ({ environment: 'local' }));
vi.mock('#web/config/env.ts', () => ({ webEnv: () => env }));

it.each(['local', 'staging'])('is there in the environment %s', (environment) => {
  env.environment = environment;
  expect(DesignPage).not.toThrow();
});

it('is not there in production', () => {
  env.environment = 'production';
  expect(DesignPage).toThrow('404');
});
