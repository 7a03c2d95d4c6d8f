import type { DisclaimerComponent } from '@rainbow-me/rainbowkit';
import type { PublicConfig } from '#lib/config/public-config.tsx';
import { needsWalletBrowser, walletBrowserLinks } from '#lib/wallet/wallet-browsers.ts';

/** What the connect dialog says below the wallets, if anything. */
export function connectNote({ environment }: PublicConfig): DisclaimerComponent | undefined {
  const isLocal = environment === 'local';
  const showsBrowsers = needsWalletBrowser();
  if (!isLocal && !showsBrowsers) return undefined;
  return ({ Text, Link }) => (
    <Text>
      {showsBrowsers && (
        <span className="block text-sm text-balance">
          Or open this page in the browser of your wallet’s app:{' '}
          {walletBrowserLinks(window.location.href).map(({ name, href }, index) => (
            <span key={name}>
              {index > 0 && ' · '}
              <Link href={href}>{name}</Link>
            </span>
          ))}
        </span>
      )}
      {isLocal && (
        <span className="block text-sm text-balance">
          “Try as” needs no wallet: the accounts exist on the local chain only. Owner holds two of the example
          labs, Contributor one; Viewer and Agent have roles, Outsider has none.
        </span>
      )}
    </Text>
  );
}
