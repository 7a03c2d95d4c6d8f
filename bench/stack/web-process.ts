import { join, resolve } from 'node:path';
import { localAccount } from '@labroom/contracts/local-accounts';
import { Program } from '@labroom/local/start/program.ts';
import { ensureWebBuild, webServerArguments } from '@labroom/local/start/web-build.ts';
import { freePort } from '@labroom/testing/free-port.ts';
import { privateKeyToAccount } from 'viem/accounts';
import { signInToWeb } from '../../e2e/stack/web-session.ts';
import type { BenchContext } from './bench-context.ts';
import { cpuMillisecondsOf } from './process-figures.ts';
import type { Stack } from './stack.ts';

export interface WebProcess {
  url: string;
  /** Session of the lab's owner, as a `cookie` header. */
  cookie: string;
  cpuMilliseconds(): number;
}

/** Builds the web app if needed, and starts it on the stack without `STORAGE_URL`. It ends with the bench.
 * @param variables of the web app, and the port that it is to have */
export async function startWeb(
  context: BenchContext,
  stack: Pick<Stack, 'url' | 'credential'> & { rpcUrl?: string },
  { port: given, ...variables }: Record<string, string> & { port?: string } = {},
): Promise<WebProcess> {
  const directory = await context.directory();
  await ensureWebBuild(join(directory, 'build.log'));
  const port = given === undefined ? await freePort() : Number(given);
  const url = `http://127.0.0.1:${port}`;
  let pid: number | undefined;
  const app = new Program(
    {
      name: 'web app',
      args: webServerArguments(port),
      env: {
        LABROOM_ENVIRONMENT: 'local',
        SERVICE_URL: stack.url,
        WEB_URL: url,
        ...(stack.rpcUrl && { PUBLIC_RPC_URL: stack.rpcUrl }),
        SERVICE_CREDENTIAL: stack.credential,
        ...variables,
      },
      readyUrl: `${url}/robots.txt`,
      logFile: resolve(directory, 'web.log'),
    },
    (started) => {
      pid = started;
    },
  );
  await app.start();
  context.onEnd(() => app.stop());
  const owner = privateKeyToAccount(localAccount('owner').privateKey);
  const local = { graphqlUrl: `${stack.url}/graphql`, webUrl: url, consumerCredential: stack.credential };
  const { name, value } = await signInToWeb(local, owner);
  return { url, cookie: `${name}=${value}`, cpuMilliseconds: () => cpuMillisecondsOf(pid) };
}
