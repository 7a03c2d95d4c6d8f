import type { DisclaimerComponent } from '@rainbow-me/rainbowkit';

/** Explains the accounts under "Try as" in the connect dialog. */
export const LocalAccountsNote: DisclaimerComponent = ({ Text }) => (
  <Text>
    <span className="block text-sm text-balance">
      “Try as” needs no wallet: the accounts exist on the local chain only. Owner holds two of the example
      labs, Contributor one; Viewer and Agent have roles, Outsider has none.
    </span>
  </Text>
);
