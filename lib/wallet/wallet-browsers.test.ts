import { expect, test } from 'vitest';
import { walletBrowserLinks } from './wallet-browsers.ts';

test('each wallet opens the same page, with path and query, in the form that it reads', () => {
  const links = walletBrowserLinks('https://labroom.example/labs/7/files?version=2');
  expect(Object.fromEntries(links.map(({ name, href }) => [name, href]))).toEqual({
    MetaMask: 'https://link.metamask.io/dapp/labroom.example/labs/7/files?version=2',
    'Coinbase Wallet':
      'https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Flabroom.example%2Flabs%2F7%2Ffiles%3Fversion%3D2',
    'Trust Wallet':
      'https://link.trustwallet.com/open_url?coin_id=60&url=https%3A%2F%2Flabroom.example%2Flabs%2F7%2Ffiles%3Fversion%3D2',
  });
});
