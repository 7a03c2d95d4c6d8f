import { once } from 'node:events';
import { request } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { ensureEmbeddedPostgres } from '@labroom/local/postgres/embedded-postgres.ts';
import { Program } from '@labroom/local/start/program.ts';
import { webServerArguments } from '@labroom/local/start/web-build.ts';
import { freePort } from '@labroom/testing/free-port.ts';
import { dataDir, readLocal } from './local.ts';

export interface LimitedWeb {
  url: string;
  /** Sends one request from a loopback address (127.0.0.0/8). */
  from(
    localAddress: string,
    asked: Asked,
  ): Promise<{ status: number; retryAfter: string | undefined; text: string }>;
  stop(): Promise<void>;
}

interface Asked {
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Starts a further web app and service with rate limits per visitor, on the stack's database and chain. The app uses
 * the stack's credential.
 */
export async function startLimitedWeb(
  limits: Record<string, string>,
  web: (serviceUrl: string) => Record<string, string> = () => ({}),
): Promise<LimitedWeb> {
  const stack = readLocal();
  const { url: databaseUrl } = await ensureEmbeddedPostgres({ dataDir: dataDir(), port: 0 });
  const [servicePort, webPort] = [await freePort(), await freePort()];
  const [serviceUrl, url] = [servicePort, webPort].map((port) => `http://127.0.0.1:${port}`) as [
    string,
    string,
  ];
  const logFile = (name: string) => path.join(dataDir(), 'logs', `limited-${name}.log`);
  const service = new Program(
    {
      name: 'limited service',
      args: [path.join(root, 'service/main.ts')],
      env: {
        LABROOM_ENVIRONMENT: 'local',
        RPC_URL: stack.rpcUrl,
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir(),
        SERVICE_PORT: String(servicePort),
        WEB_URL: url,
        ...limits,
      },
      readyUrl: `${serviceUrl}/ready`,
      logFile: logFile('service'),
    },
    () => undefined,
  );
  const app = new Program(
    {
      name: 'limited web app',
      args: webServerArguments(webPort),
      env: {
        LABROOM_ENVIRONMENT: 'local',
        SERVICE_URL: serviceUrl,
        WEB_URL: url,
        PUBLIC_RPC_URL: stack.rpcUrl,
        SERVICE_CREDENTIAL: stack.consumerCredential,
        ...web(serviceUrl),
      },
      readyUrl: `${url}/robots.txt`,
      logFile: logFile('web'),
    },
    () => undefined,
  );
  const stop = async () => {
    await Promise.all([app.stop(), service.stop()]);
  };
  try {
    await Promise.all([service.start(), app.start()]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    stop,
    async from(localAddress, { path: asked, body, headers = {} }) {
      const own = body === undefined ? {} : { origin: url, 'content-type': 'application/json' };
      const asking = request(url + asked, {
        localAddress,
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...own, ...headers },
      });
      asking.end(body);
      const [answer] = await once(asking, 'response');
      return {
        status: answer.statusCode,
        retryAfter: answer.headers['retry-after'],
        text: await text(answer),
      };
    },
  };
}
