import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

interface VitestReport {
  testResults: {
    name: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}
interface Suite {
  suites?: Suite[];
  specs: { title: string; file: string; ok: boolean; tests: { status: string }[] }[];
}

/** What the runners of tests reported. */
export interface Results {
  passed: number;
  failed: number;
  skipped: number;
  failures: string[];
  /** Tests that passed only the second time, in a run with `TEST_RETRIES`. */
  unstable: string[];
}

/** Results of the runners, from their reports in a folder; zeros for a runner that did not run. */
export async function readResults(reports: string, root: string): Promise<Results> {
  const read = (name: string) => readFile(join(reports, name), 'utf8').then(JSON.parse, () => ({}));
  const [unit, stack, playwright] = await Promise.all(
    ['vitest-unit.json', 'vitest-stack.json', 'playwright.json'].map(read),
  );
  const sum = (name: string) => (unit[name] ?? 0) + (stack[name] ?? 0);
  const reportsOfVitest = [unit, stack].map((report): VitestReport => ({ testResults: [], ...report }));
  const failed = (one: Assertion) => one.status === 'failed';
  const unstable = (one: Assertion) => one.status === 'passed' && one.failureMessages.length > 0;
  return {
    passed: sum('numPassedTests') + (playwright.stats?.expected ?? 0) + (playwright.stats?.flaky ?? 0),
    failed: sum('numFailedTests') + (playwright.stats?.unexpected ?? 0),
    skipped: sum('numPendingTests') + (playwright.stats?.skipped ?? 0),
    failures: [
      ...reportsOfVitest.flatMap((report) => assertions(report, root, failed)),
      ...failedSpecs({ specs: [], ...playwright }),
    ],
    unstable: [
      ...reportsOfVitest.flatMap((report) => assertions(report, root, unstable)),
      ...unstableSpecs({ specs: [], ...playwright }),
    ],
  };
}

const failedSpecs = ({ suites = [], specs }: Suite): string[] => [
  ...specs.filter(({ ok }) => !ok).map(({ file, title }) => `e2e/${file}: ${title}`),
  ...suites.flatMap(failedSpecs),
];

const unstableSpecs = ({ suites = [], specs }: Suite): string[] => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ file, title }) => `e2e/${file}: ${title}`),
  ...suites.flatMap(unstableSpecs),
];

type Assertion = VitestReport['testResults'][number]['assertionResults'][number];

/** Where they are, with the first line of the first failure. */
function assertions(
  { testResults }: VitestReport,
  root: string,
  isListed: (one: Assertion) => boolean,
): string[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(isListed).map(({ fullName, failureMessages: [message = ''] }) => {
      const [reason] = message.split('\n', 1);
      return `${relative(root, name)}: ${fullName} (${reason})`;
    }),
  );
}
