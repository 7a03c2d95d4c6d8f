import { execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

export interface Radosgw {
  endpoint: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  stop(): Promise<void>;
}

/** Whether its programs are installed. */
export function hasRadosgw(): boolean {
  const programs = ['radosgw', 'ceph-mon', 'ceph-osd'];
  return programs.every((program) => spawnSync(program, ['--version']).status === 0);
}

/**
 * A real S3: one Ceph monitor, one store of two gigabytes in a sparse file and one gateway, on loopback and in a directory
 * of its own. Needs the programs of Debian's `radosgw`, `ceph-mon` and `ceph-osd`.
 */
export async function startRadosgw(): Promise<Radosgw> {
  const dir = await mkdtemp(join(tmpdir(), 'radosgw-'));
  const [monitorPort, port] = [await freePort(), await freePort()];
  const conf = join(dir, 'ceph.conf');
  const keyring = join(dir, 'keyring');
  const fsid = randomUUID();
  const daemons: ReturnType<typeof spawn>[] = [];
  const daemon = (program: string, ...args: string[]) => {
    daemons.push(spawn(program, ['-f', '-c', conf, ...args], { stdio: 'ignore' }));
  };
  const ceph = (program: string, ...args: string[]) => run(program, ['-c', conf, ...args]);
  const stop = async () => {
    const ended = daemons.map((child) => (child.exitCode === null ? once(child, 'exit') : null));
    // In the order of their dependence: a gateway without its store waits for it instead of ending.
    for (const child of daemons.reverse()) child.kill('SIGKILL');
    await Promise.all(ended);
    await rm(dir, { recursive: true });
  };

  await Promise.all(['mon', 'osd', 'rgw', 'run'].map((name) => mkdir(join(dir, name))));
  await writeFile(conf, configuration({ dir, fsid, monitorPort, port }));
  const key = (name: string, ...caps: string[]) =>
    run('ceph-authtool', [
      keyring,
      '--gen-key',
      '-n',
      name,
      ...caps.flatMap((daemonName) => ['--cap', daemonName, 'allow *']),
    ]);
  await run('ceph-authtool', ['--create-keyring', keyring]);
  await key('mon.', 'mon');
  for (const name of ['client.admin', 'client.rgw', 'osd.0']) await key(name, 'mon', 'osd');
  const monmap = join(dir, 'monmap');
  const monitor = `[v1:127.0.0.1:${monitorPort}]`;
  await run('monmaptool', ['--create', '--addv', 'a', monitor, '--fsid', fsid, monmap]);
  await ceph('ceph-mon', '--mkfs', '-i', 'a', '--monmap', monmap, '--keyring', keyring);
  daemon('ceph-mon', '-i', 'a');
  const osd = randomUUID();
  await ceph('ceph', 'osd', 'new', osd);
  await ceph('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd);
  daemon('ceph-osd', '-i', '0');
  daemon('radosgw', '-n', 'client.rgw');

  const endpoint = `http://127.0.0.1:${port}`;
  try {
    await answering(endpoint);
    const credentials = {
      accessKeyId: randomBytes(10).toString('hex'),
      secretAccessKey: randomBytes(20).toString('hex'),
    };
    await ceph(
      'radosgw-admin',
      'user',
      'create',
      '--uid=labroom',
      '--display-name=labroom',
      `--access-key=${credentials.accessKeyId}`,
      `--secret-key=${credentials.secretAccessKey}`,
    );
    return { endpoint, region: 'us-east-1', credentials, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The gateway listens once its pools are made; there is no event to wait for but its first answer. */
async function answering(endpoint: string): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const answered = await fetch(endpoint).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return;
    if (Date.now() > deadline) throw new Error('radosgw did not answer within two minutes.');
    await pause(100);
  }
}

interface Place {
  dir: string;
  fsid: string;
  monitorPort: number;
  port: number;
}

const configuration = ({ dir, fsid, monitorPort, port }: Place) => `[global]
fsid = ${fsid}
mon_host = [v1:127.0.0.1:${monitorPort}]
public_network = 127.0.0.0/8
ms_bind_ipv6 = false
auth_cluster_required = cephx
auth_service_required = cephx
auth_client_required = cephx
keyring = ${dir}/keyring
run_dir = ${dir}/run
admin_socket = ${dir}/run/$cluster-$name.$pid.asok
log_file = ${dir}/run/$name.log
crash_dir = ${dir}/run
mon_data = ${dir}/mon
osd_data = ${dir}/osd
osd_pool_default_size = 1
osd_pool_default_min_size = 1
mon_allow_pool_size_one = true
osd_crush_chooseleaf_type = 0
osd_pool_default_pg_num = 1
osd_pool_default_pgp_num = 1
osd_pool_default_pg_autoscale_mode = off
osd_memory_target = 939524096
bluestore_block_size = 2147483648
rgw_data = ${dir}/rgw
rgw_dns_name = 127.0.0.1
rgw_frontends = beast endpoint=127.0.0.1:${port}
`;
