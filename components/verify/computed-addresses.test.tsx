import { networks } from '@labroom/contracts/networks';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { ComputedAddresses } from './computed-addresses.tsx';

const [stated, other, creator] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
];
const initCodeHash = `0x${'4'.repeat(64)}`;
const salt = `0x${'5'.repeat(64)}`;
const settings = {
  safe: `0x${'6'.repeat(40)}`,
  delaySeconds: 172_800,
  guardian: null,
  relayer: `0x${'7'.repeat(40)}`,
  attesters: { data: `0x${'8'.repeat(40)}`, service: `0x${'9'.repeat(40)}` },
  mintFeeWei: '1000',
  metadataBase: '',
  salt,
};
const labNft = {
  name: 'LabNFT',
  stated,
  computed: { address: stated, inputs: { creator, salt, initCodeHash } },
};
const factory = {
  name: 'OnChainLabFactory',
  stated: other,
  computed: { address: other, inputs: { creator: stated, nonce: 1 } },
};
const shown = (
  contracts: Parameters<typeof ComputedAddresses>[0]['check']['contracts'],
  problems: string[],
) =>
  renderToStaticMarkup(
    <ComputedAddresses network={networks[84532]} check={{ settings, contracts, problems }} />,
  ).replaceAll(/<!-- -->/g, '');

describe('the computed addresses', () => {
  test('are shown with all that they follow from', () => {
    const page = shown([labNft, factory], []);
    expect(page).toContain('All 2 addresses of the manifest are the computed ones');
    expect(page.match(/Computed: the same address/g)).toHaveLength(2);
    for (const input of [initCodeHash, salt, creator, settings.safe, settings.relayer, '172800 seconds'])
      expect(page).toContain(input);
    expect(page).toContain('with nonce 1');
  });

  test('never say more than was computed', () => {
    const page = shown([labNft], []);
    expect(page).toContain('No node is asked here');
    expect(page).toContain('is not checked by this');
  });

  test('that differ are named, and nothing is called right then', () => {
    const problem = 'LabNFT: code and owner give another address';
    const wrong = { ...labNft, computed: { ...labNft.computed, address: other } };
    const foreign = { name: 'Backdoor', stated: other, computed: null };
    const missing = { ...factory, stated: null };
    const page = shown([wrong, foreign, missing], [problem]);
    expect(page).toContain(problem);
    expect(page).toContain('Computed: another address');
    expect(page).toContain('Computed: no such contract');
    expect(page).toContain('The manifest does not list it');
    expect(page).not.toContain('the same address');
    expect(page).not.toContain('are the computed ones');
  });

  test('are not shown where the code is unknown', () => {
    const page = shown([], ['made with other sources']);
    expect(page).toContain('The addresses could not be computed.');
    expect(page).not.toContain('are the computed ones');
  });
});
