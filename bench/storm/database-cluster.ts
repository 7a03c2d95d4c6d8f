import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { appendFile, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { hasCommand, installDebianPackages } from '@labroom/scripts/debian-packages.ts';
import { freePort } from '@labroom/testing/free-port.ts';
import { Client } from 'pg';
import type { Cleanup } from './cleanup.ts';
import { haproxyConfig, pgbouncerConfig } from './pooler-configs.ts';
import type { Outage } from './program.ts';

const bin = '/usr/lib/postgresql/15/bin';
const programs = [join(bin, 'postgres'), 'pg_autoctl', 'haproxy', 'pgbouncer'];
const packages = [
  'postgresql-15',
  'postgresql-15-auto-failover',
  'pg-auto-failover-cli',
  'haproxy',
  'pgbouncer',
];
const NODES = 3;

/** Settings of the monitor in milliseconds: a server counts as lost after fifteen seconds instead of twenty. */
const monitorSettings = {
  health_check_period: 1_000,
  health_check_timeout: 5_000,
  health_check_max_retries: 2,
  health_check_retry_delay: 500,
  node_considered_unhealthy_timeout: 15_000,
  primary_demote_timeout: 15_000,
  startup_grace_period: 5_000,
};
/** Seconds after which a primary that reaches neither monitor nor standbys stops itself; less than `primary_demote_timeout`. */
const PARTITION_SECONDS = 12;

/** Finds or installs the programs of a cluster; logs which are missing. */
export function findOrInstallCluster(log: (line: string) => void): boolean {
  const absent = () => programs.filter((name) => !hasCommand(name));
  if (absent().length > 0) installDebianPackages(...packages);
  if (absent().length === 0) return true;
  log(`A cluster needs ${absent().join(', ')} (Debian packages: ${packages.join(', ')}).`);
  return false;
}

interface Node {
  name: string;
  data: string;
  port: number;
  url: string;
  keeper: ChildProcess;
}

/**
 * Three servers of PostgreSQL under pg_auto_failover, which commits on one standby at least and promotes a standby when the
 * primary is lost; HAProxy, which leads to the primary; and PgBouncer in session mode before it. All on loopback, where everyone is trusted.
 */
export async function startDatabaseCluster(cleanup: Cleanup) {
  const dir = await mkdtemp(join(tmpdir(), 'labroom-cluster-'));
  // Only this user of Debian's may write to the directory of sockets that its servers use.
  const [uid, gid] = await Promise.all([idOf('-u'), idOf('-g')]);
  await mkdir(join(dir, 'run'));
  for (const path of [dir, join(dir, 'run')]) await chown(path, uid, gid);
  const at = (name: string) => join(dir, name);
  const options = {
    cwd: dir,
    env: {
      PATH: `${bin}:/usr/sbin:/usr/bin:/sbin:/bin`,
      HOME: dir,
      XDG_RUNTIME_DIR: at('run'),
      XDG_CONFIG_HOME: at('config'),
      XDG_DATA_HOME: at('share'),
      // The databases get their encoding from it.
      LC_ALL: 'C.UTF-8',
    },
    uid,
    gid,
  };
  const autoctl = (...args: string[]) => promisify(execFile)('pg_autoctl', args, options);
  // A process group of its own, so that all of it can be killed at once.
  const run = (program: string, ...args: string[]) =>
    spawn(program, args, { ...options, detached: true, stdio: 'ignore' });
  const running: ChildProcess[] = [];
  const nodes: Node[] = [];
  cleanup.add(async () => {
    for (const child of [...running, ...nodes.map(({ keeper }) => keeper)]) killGroup(child);
    await rm(dir, { recursive: true, force: true, maxRetries: 10 });
  });
  const access = ['--hostname', '127.0.0.1', '--auth', 'trust', '--no-ssl'];

  const monitorPort = await freePort();
  const monitorUrl = `postgres://autoctl_node@127.0.0.1:${monitorPort}/pg_auto_failover`;
  await autoctl('create', 'monitor', '--pgdata', at('monitor'), '--pgport', String(monitorPort), ...access);
  const settings = Object.entries(monitorSettings).map(
    ([name, value]) => `pgautofailover.${name} = ${value}\n`,
  );
  await appendFile(at('monitor/postgresql.conf'), settings.join(''));
  running.push(run('pg_autoctl', 'run', '--pgdata', at('monitor')));
  await until(() => isAnswering(monitorUrl), 'the monitor answers');

  const keep = (data: string) => run('pg_autoctl', 'run', '--pgdata', data);
  for (let number = 1; number <= NODES; number += 1) {
    const [name, port] = [`node${number}`, await freePort()];
    const data = at(name);
    const place = ['--pgdata', data, '--pgport', String(port), '--name', name, '--monitor', monitorUrl];
    await autoctl('create', 'postgres', ...place, ...access, '--username', 'labroom', '--dbname', 'labroom');
    await autoctl(
      'config',
      'set',
      '--pgdata',
      data,
      'timeout.network_partition_timeout',
      `${PARTITION_SECONDS}`,
    );
    nodes.push({ name, data, port, url: `postgres://labroom@127.0.0.1:${port}/labroom`, keeper: keep(data) });
    await until(() => isWhole(monitorUrl, number), `${name} has joined`);
  }

  const [balancerPort, port] = [await freePort(), await freePort()];
  await writeFile(at('haproxy.cfg'), haproxyConfig(balancerPort, nodes));
  await writeFile(at('pgbouncer.ini'), pgbouncerConfig(port, balancerPort));
  running.push(run('haproxy', '-f', at('haproxy.cfg')));
  // HAProxy takes turns between all servers until it has checked them.
  const balancerUrl = `postgres://labroom@127.0.0.1:${balancerPort}/labroom`;
  const turns = Array.from({ length: 4 * NODES }, () => balancerUrl);
  await until(
    async () => (await Promise.all(turns.map(isPrimary))).every(Boolean),
    'the balancer leads to the primary only',
  );
  running.push(run('pgbouncer', at('pgbouncer.ini')));
  const url = `postgres://labroom@127.0.0.1:${port}/labroom`;
  await until(() => isPrimary(url), 'the primary is reached through balancer and pooler');
  await setTimeouts(url);

  const primary = {
    name: 'primary',
    kills: 0,
    outages: [] as Outage[],
    deaths: [] as string[],
    /** Kills the primary and its keeper with -9, waits for the next primary, and lets the killed server return as a standby. */
    async crash(): Promise<void> {
      await until(() => isWhole(monitorUrl, NODES), 'all servers are back');
      const isNodePrimary = await Promise.all(nodes.map((node) => isPrimary(node.url)));
      const victim = nodes[isNodePrimary.indexOf(true)];
      if (!victim) throw new Error('The cluster has no primary');
      this.kills += 1;
      const outage = { program: this.name, from: performance.now(), until: Number.POSITIVE_INFINITY };
      this.outages.push(outage);
      killGroup(victim.keeper);
      const others = nodes.filter((node) => node !== victim);
      await until(async () => {
        const promoted = await Promise.all(others.map((node) => isPrimary(node.url)));
        return promoted.includes(true) && isPrimary(url);
      }, 'a standby is promoted and reached');
      outage.until = performance.now();
      victim.keeper = keep(victim.data);
      await until(() => isWhole(monitorUrl, NODES), `${victim.name} is back as a standby`);
    },
  };
  return {
    url,
    replicaUrls: nodes.map((node) => node.url),
    primary,
  };
}

async function idOf(option: string): Promise<number> {
  const { stdout } = await promisify(execFile)('id', [option, 'postgres']);
  return Number(stdout);
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** The pooler cannot pass on parameters of a connection, so the role has what the service would set. */
async function setTimeouts(url: string): Promise<void> {
  const timeouts = {
    statement_timeout: '30s',
    lock_timeout: '5s',
    idle_in_transaction_session_timeout: '30s',
  };
  for (const [name, value] of Object.entries(timeouts))
    await ask(url, `alter role labroom set ${name} = '${value}'`, 60_000);
}

const isAnswering = (url: string) =>
  ask(url, 'select').then(
    () => true,
    () => false,
  );

const isPrimary = (url: string) =>
  ask<{ standby: boolean }>(url, 'select pg_is_in_recovery() as standby').then(
    ([row]) => row?.standby === false,
    () => false,
  );

/** Whether the monitor sees one primary and otherwise standbys that follow it. */
async function isWhole(monitorUrl: string, count: number): Promise<boolean> {
  const rows = await ask<{ state: string }>(
    monitorUrl,
    'select reportedstate::text as state from pgautofailover.node where reportedstate = goalstate',
  ).catch(() => []);
  const states = rows.map(({ state }) => state).sort();
  const expected = count === 1 ? ['single'] : ['primary', ...Array(count - 1).fill('secondary')];
  return states.join() === expected.join();
}

async function ask<Row>(url: string, statement: string, timeoutMs = 1_000): Promise<Row[]> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(statement)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + 600_000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`It did not happen within ten minutes that ${what}`);
    await pause(50);
  }
}
