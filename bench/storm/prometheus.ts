import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@labroom/testing/free-port.ts';
import { z } from 'zod';
import type { Cleanup } from './cleanup.ts';

/** Of Debian's package of that name. */
const program = 'prometheus';

const monitoring = resolve(import.meta.dirname, '../../deploy/monitoring');

const alertsSchema = z.object({
  data: z.object({
    alerts: z.array(z.object({ labels: z.object({ alertname: z.string() }), state: z.string() })),
  }),
});
const resultSchema = z.object({
  data: z.object({
    result: z.array(
      z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) }),
    ),
  }),
});

/** Debian's Prometheus with the rules and the intervals of `deploy/monitoring`. */
export interface Prometheus {
  /** Names of the alerts that fire now. */
  firing(): Promise<Set<string>>;
  query(expression: string): Promise<z.infer<typeof resultSchema>['data']['result']>;
}

export async function startPrometheus(
  cleanup: Cleanup,
  ports: { services: readonly number[]; workers: readonly number[] },
): Promise<Prometheus> {
  const dir = await mkdtemp(join(tmpdir(), 'labroom-prometheus-'));
  cleanup.add(() => rm(dir, { recursive: true, force: true }));
  const targets = (of: readonly number[]) => `[${of.map((port) => `'127.0.0.1:${port}'`).join(', ')}]`;
  const [services, workers] = [targets(ports.services), targets(ports.workers)];
  const config = (await readFile(join(monitoring, 'prometheus.yaml'), 'utf8'))
    .replace('labroom.rules.yaml', join(monitoring, 'labroom.rules.yaml'))
    .replace(/\['service-[^\]]*\]/, services)
    .replace(/\['worker[^\]]*\]/, workers);
  if (!config.includes(services) || !config.includes(workers))
    throw new Error('prometheus.yaml has other targets.');
  await writeFile(join(dir, 'prometheus.yaml'), config);
  const url = `http://127.0.0.1:${await freePort()}`;
  const child = spawn(
    program,
    [
      `--config.file=${join(dir, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(dir, 'data')}`,
      `--web.listen-address=${new URL(url).host}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  cleanup.add(async () => {
    if (child.exitCode === null && child.kill()) await once(child, 'exit');
  });
  while (!(await fetch(`${url}/-/ready`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error('Prometheus did not start.');
    await pause(200);
  }
  const get = async (path: string) => (await fetch(`${url}${path}`)).json();
  return {
    async firing() {
      const { data } = alertsSchema.parse(await get('/api/v1/alerts'));
      const now = data.alerts.filter(({ state }) => state === 'firing');
      return new Set(now.map(({ labels }) => labels.alertname));
    },
    async query(expression) {
      return resultSchema.parse(await get(`/api/v1/query?query=${encodeURIComponent(expression)}`)).data
        .result;
    },
  };
}
