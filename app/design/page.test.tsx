import { expect, it, vi } from 'vitest';
import DesignPage from './page.tsx';

const env = vi.hoisted(() => ({ environment: 'local' }));
// What the page shows is large, and not looked at.
vi.mock('#components/design/controls.tsx', () => ({ Controls: () => null }));
vi.mock('#components/design/figures.tsx', () => ({ Figures: () => null }));
vi.mock('#components/design/marks.tsx', () => ({ Marks: () => null }));
vi.mock('#components/design/messages.tsx', () => ({ Messages: () => null }));
vi.mock('#web/config/env.ts', () => ({ webEnv: () => env }));

it.each(['local', 'staging'])('is there in the environment %s', (environment) => {
  env.environment = environment;
  expect(DesignPage).not.toThrow();
});

it('is not there in production', () => {
  env.environment = 'production';
  expect(DesignPage).toThrow('404');
});
