import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllEnvs());

async function load(environment: string) {
  vi.resetModules();
  const address = 'https://labroom.example';
  for (const name of ['SERVICE_URL', 'PUBLIC_RPC_URL', 'WEB_URL', 'PUBLIC_SERVICE_URL'])
    vi.stubEnv(name, address);
  vi.stubEnv('SERVICE_CREDENTIAL', 'credential');
  vi.stubEnv('LABROOM_ENVIRONMENT', environment);
  const { default: DesignPage } = await import('./page.tsx');
  return DesignPage;
}

it('is there in every environment but production', async () => {
  expect(await load('local')).not.toThrow();
  expect(await load('staging')).not.toThrow();
  expect(await load('production')).toThrow('404');
});
