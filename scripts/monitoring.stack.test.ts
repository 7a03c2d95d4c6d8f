import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { watchState } from '@labroom/service/operator/installation/state-metrics.ts';
import { metrics } from '@labroom/service/platform/telemetry/metrics.ts';
import { registerProcessMetrics } from '@labroom/service/platform/telemetry/process-metrics.ts';
import '@labroom/service/platform/telemetry/contract-metrics.ts';
import '@labroom/service/platform/telemetry/measured.ts';
import '@labroom/service/platform/telemetry/overdue-jobs.ts';
import '@labroom/service/platform/telemetry/top-consumers.ts';
import '@labroom/service/platform/telemetry/worker-metrics.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'deploy/monitoring');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const rules = read('deploy/monitoring/labroom.rules.yaml');
const cases = read('deploy/monitoring/labroom.rules.test.yaml');

/** Name, page and text of each rule. */
const alerts = rules
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => ({
    name: text.slice(0, text.indexOf('\n')),
    page: /runbook_url: (\S+)/.exec(text)?.[1] ?? '',
    wait: /^ {8}for: (\S+)$/m.exec(text)?.[1] ?? '0s',
  }));
/** `LabroomDatabaseBusy` is `database-busy`. */
const pageOf = (name: string) =>
  name
    .replace(/^Labroom/, '')
    .replace(/(?<=.)[A-Z]/g, '-$&')
    .toLowerCase();

/** Of Prometheus itself. */
const others = ['up'];

/** Metrics of all programs, with the series of histograms. No collector runs. */
function knownNames(): Set<string> {
  registerProcessMetrics();
  const unread = {} as Parameters<typeof watchState>[0];
  watchState(unread);
  return new Set(
    metrics
      .getMetricsAsArray()
      .flatMap(({ name, type }) =>
        String(type) === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
      ),
  );
}
const known = knownNames();

/** Names of metrics in an expression: what is neither a label, a function nor in quotes. */
function namesIn(expression: string): string[] {
  const plain = expression.replace(/"[^"]*"/g, '').replace(/\{[^}]*\}/g, '');
  return [...plain.matchAll(/\b(?:labroom|nodejs|process)_\w+|\bup\b/g)].map(([name]) => name);
}
const unknownIn = (expressions: string[]) =>
  [...new Set(expressions.flatMap(namesIn))].filter((name) => !known.has(name) && !others.includes(name));

const panelSchema = z.object({
  title: z.string().min(1),
  datasource: z
    .object({ type: z.literal('prometheus'), uid: z.string().regex(/^\$\{datasource\}$/) })
    .optional(),
  targets: z.array(z.object({ expr: z.string(), refId: z.string() })).optional(),
  gridPos: z.object({ h: z.int(), w: z.int(), x: z.int(), y: z.int() }),
  type: z.enum(['row', 'timeseries', 'stat', 'bargauge', 'table']),
  id: z.int(),
});
const dashboardSchema = z.object({
  title: z.literal('Labroom'),
  uid: z.string(),
  schemaVersion: z.int().min(39),
  templating: z.object({
    list: z.array(z.object({ name: z.string(), type: z.string(), query: z.string() })),
  }),
  panels: z.array(panelSchema),
});

describe('alerts', () => {
  test('have a page each, and each page has an alert', () => {
    expect(alerts.length).toBeGreaterThan(30);
    expect(new Set(alerts.map(({ name }) => name)).size).toBe(alerts.length);
    expect(alerts.map(({ page }) => page)).toEqual(
      alerts.map(({ name }) => `docs/runbooks/${pageOf(name)}.md`),
    );
    const pages = readdirSync(join(root, 'docs/runbooks')).filter((file) => file !== 'README.md');
    expect(pages.toSorted()).toEqual(alerts.map(({ name }) => `${pageOf(name)}.md`).toSorted());
    const index = read('docs/runbooks/README.md');
    for (const { name, page } of alerts) {
      expect(index).toContain(`(${pageOf(name)}.md)`);
      const text = read(page);
      expect(text.startsWith(`# ${name}\n`)).toBe(true);
      for (const part of ['**Means.**', '**Users see.**', '**Look.**', '**Do.**', '**Over** when'])
        expect([name, text.includes(part)]).toEqual([name, true]);
      expect(text.split('\n').length).toBeLessThanOrEqual(35);
    }
  });

  test('wait at most a minute, and use only metrics that the programs have', () => {
    for (const { name, wait } of alerts)
      expect([name, Number.parseInt(wait, 10) <= 60]).toEqual([name, true]);
    const expressions = [...rules.matchAll(/^ {8}expr: (?:\|\n((?: {10}.*\n)+)|([^|\n].*))/gm)];
    expect(expressions).toHaveLength(alerts.length);
    const texts = expressions.map(([, block, line]) => block ?? line ?? '');
    expect(texts.filter((text) => namesIn(text).length === 0)).toEqual([]);
    expect(unknownIn(texts)).toEqual([]);
  });

  test('have a case in which they fire and one in which they do not', () => {
    const normal = cases.slice(cases.indexOf('- name: the normal state'));
    for (const { name } of alerts) {
      const fired = new RegExp(`- alertname: ${name}\n {8}eval_time: 3m\n {8}exp_alerts:\n {10}- exp_labels`);
      expect([name, fired.test(cases)]).toEqual([name, true]);
      expect(normal).toContain(`{ alertname: ${name}, eval_time: 9m, exp_alerts: [] }`);
    }
    const inCases = [...cases.matchAll(/series: '([^']+)'/g)].map(([, series = '']) => series);
    expect(unknownIn(inCases)).toEqual([]);
  });

  test('queries of their pages use metrics that the programs have', () => {
    const queries = alerts.flatMap(({ page }) =>
      [...read(page).matchAll(/```promql\n([\s\S]*?)```/g)].map(([, query = '']) => query),
    );
    expect(queries).toHaveLength(alerts.length);
    expect(unknownIn(queries)).toEqual([]);
    // Its sentences name histograms without the ends of their series.
    const named = unknownIn([read('docs/operations.md')]);
    expect(named.filter((name) => !metrics.getSingleMetric(name))).toEqual([]);
  });

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
  test.runIf(hasPromtool)("are what Debian's promtool expects", () => {
    const promtool = (...args: string[]) => execFileSync('promtool', args, { cwd: folder, stdio: 'pipe' });
    expect(String(promtool('check', 'config', 'prometheus.yaml'))).toContain('SUCCESS');
    expect(String(promtool('check', 'rules', 'labroom.rules.yaml'))).toContain(
      `${alerts.length} rules found`,
    );
    expect(String(promtool('test', 'rules', 'labroom.rules.test.yaml'))).toContain('SUCCESS');
  });

  const hasJq = spawnSync('jq', ['--version']).status === 0;
  test.runIf(hasJq)('queries of logs in documents are what jq understands', () => {
    const documents = [...alerts.map(({ page }) => page), 'docs/operations.md'];
    const filters = documents.flatMap((file) =>
      [...read(file).matchAll(/jq -[cr]R '([^']+)'/g)].map(([, filter = '']) =>
        filter.replaceAll('\\|', '|'),
      ),
    );
    expect(filters.length).toBeGreaterThan(alerts.length);
    const line = JSON.stringify({ msg: 'request', level: 30, status: 200, ms: 4 });
    const all = [...new Set(filters)].map((filter) => `(${filter})`).join(', ');
    execFileSync('jq', ['-cR', all], { input: line, stdio: 'pipe' });
  });
});

describe('the dashboard', () => {
  const dashboard = dashboardSchema.parse(JSON.parse(read('deploy/monitoring/labroom.dashboard.json')));

  test('answers the questions of an operator, one row each, with metrics that the programs have', () => {
    const rows = dashboard.panels.filter(({ type }) => type === 'row').map(({ title }) => title);
    expect(rows).toEqual([
      'Who is slow?',
      'Who is noisy?',
      'Is the index behind?',
      'Are payments settling?',
      'Is a disk filling?',
      'Is anything stuck?',
    ]);
    const graphs = dashboard.panels.filter(({ type }) => type !== 'row');
    expect(graphs.filter(({ datasource, targets }) => !datasource || !targets?.length)).toEqual([]);
    const expressions = graphs.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(unknownIn(expressions)).toEqual([]);
    expect(expressions.filter((text) => namesIn(text).length === 0)).toEqual([]);
  });

  test('asks for its source of data, and places each panel once', () => {
    expect(dashboard.templating.list[0]).toMatchObject({
      name: 'datasource',
      type: 'datasource',
      query: 'prometheus',
    });
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const places = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    );
    expect(new Set(places).size).toBe(places.length);
    expect(Math.max(...dashboard.panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24);
  });
});
