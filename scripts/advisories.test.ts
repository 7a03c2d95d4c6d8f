import { expect, test } from 'vitest';
import { judgeAudit } from './advisories.ts';

const report = (severity: string) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: {
      parser: {
        name: 'parser',
        severity,
        isDirect: false,
        via: [{ title: 'Reads beyond its input', url: 'https://advisories.example/1' }, 'reader'],
        effects: [],
        range: '<1.2.3',
        nodes: ['node_modules/parser'],
        fixAvailable: true,
      },
    },
    metadata: {},
  });

test.each(['high', 'critical'])(
  'an advisory of %s severity is found, with its package and title',
  (severity) => {
    expect(judgeAudit(report(severity))).toEqual({
      outcome: 'found',
      lines: [
        `${severity}: parser <1.2.3: Reads beyond its input https://advisories.example/1; through reader`,
      ],
    });
  },
);

test.each(['low', 'moderate', 'info'])('one of %s severity is counted', (severity) => {
  expect(judgeAudit(report(severity))).toMatchObject({
    outcome: 'clean',
    lines: [expect.stringContaining('1 of others')],
  });
});

test.each([
  '',
  '<html>',
  'null',
  '{"message":"405 Method Not Allowed","statusCode":405,"error":{"summary":"","detail":""}}',
  '{"error":{"code":"ENOTFOUND"}}',
])('%j is no answer, and is never taken for none found', (printed) => {
  const { outcome, lines } = judgeAudit(printed);
  expect(outcome).toBe('unknown');
  expect(lines.join()).toContain('cannot be reached');
});
