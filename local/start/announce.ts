import path from 'node:path';
import { visitorAccounts } from '@labroom/contracts/local-accounts';
import type { LocalJson } from '../data-dir/local-json.ts';

export function announce(
  local: LocalJson,
  options: { dataDir: string; withWeb: boolean; total: string },
): void {
  const places = [
    ...(options.withWeb ? [['Web', local.webUrl]] : []),
    ['GraphQL', local.graphqlUrl],
    ['Pay per call', `${local.gatewayUrl}/x402/labs/…`],
    ['Chain', `${local.rpcUrl} (chain id ${local.chainId})`],
  ];
  const contracts = Object.entries(local.contracts).filter(([, address]) => address !== null);
  const accounts = visitorAccounts.map(({ name, address }) => [name, address]);
  const file = path.join(options.dataDir, 'local.json');
  const near = path.relative(process.cwd(), file);
  console.log(`
Labroom is ready after ${options.total}.${options.withWeb ? ` Open ${local.webUrl} in a browser.` : ''}

${table(places)}

Contracts
${table(contracts)}

Accounts to try, with test ether (choose one under "Connect wallet" in the web app)
${table(accounts)}

Addresses, keys and the consumer credential are in ${near.startsWith('..') ? file : near}, logs beside it in logs/. Ctrl-C stops everything.`);
}

function table(rows: readonly (readonly (string | null | undefined)[])[]): string {
  const width = Math.max(...rows.map(([first = '']) => `${first}`.length));
  return rows.map(([first, second]) => `  ${`${first}`.padEnd(width)}  ${second}`).join('\n');
}
