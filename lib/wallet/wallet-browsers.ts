/**
 * Links that open a page in the browser of a wallet's app, where the wallet is present without a relay. Without the app
 * they lead to its download.
 */
export function walletBrowserLinks(page: string): { name: string; href: string }[] {
  const encoded = encodeURIComponent(page);
  return [
    // Takes the address without its scheme, and not encoded.
    { name: 'MetaMask', href: `https://link.metamask.io/dapp/${page.replace(/^https?:\/\//, '')}` },
    { name: 'Coinbase Wallet', href: `https://go.cb-w.com/dapp?cb_url=${encoded}` },
    { name: 'Trust Wallet', href: `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded}` },
  ];
}

/** Whether this is a phone or tablet, in a browser without a wallet. */
export const needsWalletBrowser = () =>
  window.matchMedia('(pointer: coarse)').matches && !('ethereum' in window);
