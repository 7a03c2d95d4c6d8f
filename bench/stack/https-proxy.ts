import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { hasCommand, installDebianPackages } from '@labroom/scripts/debian-packages.ts';

const config = (port: number, target: string, dataDir: string) => `{
	admin off
	auto_https disable_redirects
	skip_install_trust
	storage file_system ${dataDir}
	servers {
		protocols h1 h2
	}
}
https://localhost:${port} {
	tls internal
	reverse_proxy ${new URL(target).host}
}
`;

/**
 * Starts Debian's Caddy in front of a web app, as every public installation has a proxy that speaks TLS and HTTP/2. Its
 * certificate is self-signed. Returns `null` where it is not installed and cannot be.
 */
export async function startHttpsProxy(
  target: string,
  port: number,
): Promise<{ url: string; stop(): Promise<void> } | null> {
  if (!hasCommand('caddy') && !installDebianPackages('caddy')) return null;
  const dataDir = await mkdtemp(join(tmpdir(), 'labroom-caddy-'));
  const file = join(dataDir, 'Caddyfile');
  await writeFile(file, config(port, target, dataDir));
  const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    // It also keeps a copy of its configuration.
    env: { ...process.env, XDG_CONFIG_HOME: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stop = async () => {
    const ended = once(caddy, 'exit');
    if (caddy.exitCode === null && caddy.kill()) await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  for await (const line of createInterface(caddy.stderr)) {
    if (!line.includes('serving initial configuration')) continue;
    caddy.stderr.resume();
    return { url: `https://localhost:${port}`, stop };
  }
  await stop();
  throw new Error('Caddy did not start');
}
