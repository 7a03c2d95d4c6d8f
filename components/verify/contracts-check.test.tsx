import { networks } from '@labroom/contracts/networks';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { ContractsCheck } from './contracts-check.tsx';

const hash = `0x${'2'.repeat(64)}`;
const verification = {
  manifestUrl: 'https://service.example/contracts/manifest.json',
  check: { version: '1.2.3', at: '2026-01-01T00:00:00.000Z', isComplete: true, warnings: [] as string[] },
  contracts: [{ name: 'LabNFT' }],
  changes: [] as { transactionHash: string; what: string }[],
};
const shown = (of: typeof verification | null, network = networks[84532]) =>
  renderToStaticMarkup(
    <ContractsCheck network={network} rpcUrl="https://node.example" verification={of} />,
  ).replaceAll(/<!-- -->/g, '');

describe('the checks of the contracts', () => {
  test('are said with who made them and when, beside the command that a reader runs', () => {
    const page = shown(verification);
    expect(page).toContain('it computed the addresses of all 1 contracts');
    expect(page).toContain('version 1.2.3');
    expect(page).toContain('the operator’s word');
    expect(page).toContain('their source is not part of this project');
    expect(page).toContain('The manifest lists nothing since the deployment.');
    expect(page).toContain(
      'npm run labroom -- verify-deployment --contracts https://service.example/contracts/manifest.json --rpc https://node.example',
    );
  });

  test('never say more than was checked', () => {
    const warnings = ['this deployment was made with other sources'];
    const partly = shown({ ...verification, check: { ...verification.check, isComplete: false, warnings } });
    expect(partly).toContain('Not completely');
    expect(partly).toContain(warnings[0]);
    const none = shown({ ...verification, check: null as never });
    expect(none).toContain('Nothing was compared');
    for (const page of [partly, none]) expect(page).not.toContain('computed the addresses');
  });

  test('list what the owner did since, in the words of the manifest', () => {
    const what = 'The guardian was replaced';
    expect(shown({ ...verification, changes: [{ transactionHash: hash, what }] })).toContain(what);
  });

  test('are not invented without a manifest, and without an answer of the service', () => {
    const without = { ...verification, manifestUrl: null as never, contracts: [] };
    expect(shown(without)).toContain('published by others');
    expect(shown(without, networks[31337])).toContain('no deployment to verify');
    expect(shown(null)).toContain('nothing is known of its checks');
    for (const page of [shown(without), shown(null)]) expect(page).not.toContain('verify-deployment');
  });
});
