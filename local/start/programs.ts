import path from 'node:path';
import { type LocalJson, writeLocalJson } from '../data-dir/local-json.ts';
import { smallNewSpace } from '../process/small-new-space.ts';
import { packagesDir } from './packages.ts';
import type { Settings } from './settings.ts';
import type { Steps } from './steps.ts';
import type { Supervisor } from './supervisor.ts';
import { webServerArguments } from './web-build.ts';

const service = path.resolve(import.meta.dirname, '../../service');

const shared = (local: LocalJson) => ({
  LABROOM_ENVIRONMENT: local.environment,
  SERVICE_URL: local.serviceUrl,
  WEB_URL: local.webUrl,
});

export async function startService(
  { dataDir, ports }: Settings,
  supervisor: Supervisor,
  steps: Steps,
  local: LocalJson,
  databaseUrl: string,
): Promise<void> {
  const env = {
    ...shared(local),
    RPC_URL: local.rpcUrl,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SERVICE_PORT: String(ports.service),
    PACKAGES_DIR: packagesDir,
  };
  const start = async () => {
    const readyUrl = `${local.serviceUrl}/ready`;
    await supervisor.start({ name: 'service', args: [path.join(service, 'main.ts')], env, readyUrl });
    await supervisor.start({ name: 'worker', args: [smallNewSpace, path.join(service, 'worker.ts')], env });
  };
  await steps.run('service', start, () => local.serviceUrl);
  await writeLocalJson(dataDir, local);
}

export async function startWeb(
  { ports }: Settings,
  supervisor: Supervisor,
  steps: Steps,
  local: LocalJson,
): Promise<void> {
  const start = () =>
    supervisor.start({
      name: 'web',
      args: [smallNewSpace, ...webServerArguments(ports.web)],
      env: {
        ...shared(local),
        PUBLIC_RPC_URL: local.rpcUrl,
        PUBLIC_SERVICE_URL: local.serviceUrl,
        SERVICE_CREDENTIAL: local.consumerCredential,
        NEXT_TELEMETRY_DISABLED: '1',
      },
      // Asks nothing of the service, which may still be starting.
      readyUrl: `${local.webUrl}/how-it-works`,
      stopGraceMilliseconds: 3_000,
    });
  await steps.run('web', start, () => local.webUrl);
}
