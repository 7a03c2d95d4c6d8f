import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checks } from './checks.ts';
import { Fixtures } from './fixtures/fixtures.ts';
import { decideSettings, SettingsError } from './fixtures/settings.ts';
import { conformancePage } from './page.ts';
import { reportJson, reportTable } from './report.ts';
import { runChecks } from './run-checks.ts';
import { Service } from './service/service.ts';

const USAGE = `npm run conformance -- --local-json .labroom/local.json
npm run conformance -- --url URL --credential CREDENTIAL --environment staging [--read-only]

  --url URL            the GraphQL endpoint
  --credential C       the consumer credential (@FILE reads it from a file, here and below)
  --environment E      local, staging or production
  --local-json PATH    all of this and accounts, of a stack that npm start runs
  --gateway-url URL    the pay-per-call gateway, with its stage
  --rpc URL            the chain, to mint labs and grant roles on
  --owner-key KEY      a wallet that owns a lab, or can pay for one
  --lab OCLID          a registered lab of that wallet, made for this: feed entries of a run stay
  --rate-limit N       requests a minute that a wallet may make; they are exceeded once
  --user-token T, --user-wallet W, --user-registered
                       a user token, a wallet that it lists, and that its audience is registered to a consumer
  --content-file PATH  the JSON file that the service reads as its content source; entries are added
  --did-linking        the service links DIDs, and does not only queue them; so it is on local
  --query-depth N      levels that a query is answered to in production, 10 by default
  --read-only          nothing is written
  --match TEXT         only checks whose id contains it
  --json PATH          the results as JSON
  --coverage           no run: which check proves what, as docs/conformance.md; --write writes it, --check compares it`;

const page = join(import.meta.dirname, '../docs/conformance.md');

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    credential: { type: 'string' },
    environment: { type: 'string' },
    'local-json': { type: 'string' },
    'gateway-url': { type: 'string' },
    rpc: { type: 'string' },
    'owner-key': { type: 'string' },
    lab: { type: 'string' },
    'rate-limit': { type: 'string' },
    'user-token': { type: 'string' },
    'user-wallet': { type: 'string' },
    'user-registered': { type: 'boolean' },
    'content-file': { type: 'string' },
    'did-linking': { type: 'boolean' },
    'query-depth': { type: 'string' },
    'read-only': { type: 'boolean' },
    match: { type: 'string' },
    json: { type: 'string' },
    coverage: { type: 'boolean' },
    write: { type: 'boolean' },
    check: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

async function showCoverage(): Promise<void> {
  const markdown = conformancePage(checks);
  const isStale = (await readFile(page, 'utf8').catch(() => '')) !== markdown;
  if (values.write) await writeFile(page, markdown);
  else if (!values.check) console.log(markdown);
  else if (isStale) {
    console.error('docs/conformance.md is stale: npm run conformance -- --coverage --write');
    process.exitCode = 1;
  }
}

async function run(): Promise<void> {
  const settings = await decideSettings(values, values['local-json']);
  const givens = new Fixtures(new Service(settings), settings);
  const chosen = checks.filter(({ id }) => id.includes(values.match ?? ''));
  const results = await runChecks(chosen, givens, ({ outcome }) => {
    process.stderr.write({ passed: '.', failed: 'F', 'not run': '-' }[outcome]);
  });
  process.stderr.write('\n');
  await givens.clean();
  console.log(reportTable(results));
  if (values.json) await writeFile(values.json, reportJson(results, settings));
  if (results.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1;
}

try {
  if (values.help) console.log(USAGE);
  else await (values.coverage ? showCoverage() : run());
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 1;
}
