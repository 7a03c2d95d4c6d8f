import { addSettings, loadContracts, WebEnvError, webEnv } from './web/config/env.ts';

/** Next runs it before the first request: a server whose configuration cannot work says so and ends, and shows no page. */
export async function register(): Promise<void> {
  try {
    // biome-ignore lint/style/noProcessEnv: as below
    if (process.env.NEXT_RUNTIME === 'nodejs') {
      const { readSettingsFile } = await import('./web/config/settings-file.ts');
      addSettings(readSettingsFile);
      const { loadManifest } = await import('@labroom/contracts/read-manifest');
      await loadContracts(loadManifest);
    }
    const { trustedProxies, pageProcessorMs } = webEnv();
    // biome-ignore lint/style/noProcessEnv: Next also builds this for a runtime without sockets, and leaves out by this word alone
    if (process.env.NEXT_RUNTIME === 'nodejs') {
      const { rememberVisitors } = await import('./web/visitor.ts');
      rememberVisitors(trustedProxies);
      const { takeTurns } = await import('./web/page-turns.ts');
      takeTurns(pageProcessorMs);
      const { allowSlowUploads } = await import('./web/slow-uploads.ts');
      allowSlowUploads();
      const { compressRoutes } = await import('./web/compressed-routes.ts');
      compressRoutes();
    }
  } catch (error) {
    console.error(error instanceof WebEnvError ? error.message : error);
    process.exit(1);
  }
}
