import type { DisclaimerComponent } from '@rainbow-me/rainbowkit';

/** Who the accounts under "Try as" are, below the wallets of the connect dialog. */
export const LocalAccountsNote: DisclaimerComponent = ({ Text }) => (
  <Text>
    <span className="block text-sm text-balance">
      “Try as” needs no wallet: the accounts exist on the local chain only. Owner holds two of the example
      labs, Contributor one; Viewer and Agent have roles, Stranger has none.
    </span>
  </Text>
);
