import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCommand, installDebianPackages } from '@labroom/scripts/debian-packages.ts';
import { freePort } from '@labroom/testing/free-port.ts';
import type { BareProgram, BenchContext } from './bench-context.ts';
import { installPeer } from './install-peer.ts';

/** An S3 server that keeps objects in a folder. `null` where the registry does not have it. */
export async function startS3rver(context: BenchContext): Promise<(BareProgram & { bucket: string }) | null> {
  const folder = await installPeer(await context.directory(), 's3rver@3.7.1');
  if (!folder) return null;
  const port = await freePort();
  const script = join(folder, 'node_modules/s3rver/bin/s3rver.js');
  const options = ['-d', join(folder, 'objects'), '-a', '127.0.0.1', '-p', `${port}`, '-s'];
  const args = [script, ...options, '--configure-bucket', 'bench'];
  const server = await context.server(port, process.execPath, ...args);
  return { ...server, bucket: `${server.url}/bench` };
}

const nginxConfig = (port: number, directory: string) => `
daemon off;
master_process off;
pid ${directory}/nginx.pid;
events {}
http {
  access_log off;
  sendfile on;
  server { listen 127.0.0.1:${port}; root ${directory}/files; }
}
`;

/** Debian's nginx, which serves the files of a folder. `null` where it is not installed and cannot be. */
export async function startNginx(context: BenchContext): Promise<(BareProgram & { folder: string }) | null> {
  if (!hasCommand('nginx') && !installDebianPackages('nginx-light')) {
    console.log('nginx is not measured: it is not installed, and cannot be.');
    return null;
  }
  const [directory, port] = [await context.directory(), await freePort()];
  const folder = join(directory, 'files');
  await mkdir(folder);
  const config = join(directory, 'nginx.conf');
  await writeFile(config, nginxConfig(port, directory));
  return { ...(await context.server(port, 'nginx', '-e', 'stderr', '-c', config)), folder };
}
