interface Text {
  title: string;
  advice: string;
}

const otherNetwork = {
  title: 'Your wallet changed to another network.',
  advice: 'Nothing was sent. Try again to switch it back.',
};
const notConnected = {
  title: 'Your wallet is not connected any more.',
  advice: 'Nothing was sent. Connect it again.',
};
const otherAccount = {
  title: 'Your wallet does not share this account.',
  advice: 'Nothing was sent. Choose the account in your wallet, or connect again.',
};
const unsupported = {
  title: 'Your wallet cannot do this.',
  advice: 'Nothing was sent. Update the wallet, or connect another one.',
};
const noBatch = {
  title: 'Your wallet cannot send these calls in one transaction.',
  advice: 'Nothing was sent. Send fewer at a time, or connect another wallet.',
};
const busy = {
  title: 'Your wallet already shows a request.',
  advice: 'Open the wallet, answer that request, and try again.',
};
const unreachable = {
  title: 'The chain cannot be reached.',
  advice: 'Nothing was sent. Try again in a moment.',
};
const feeTooLow = {
  title: 'The network fee is too low.',
  advice: 'Nothing was sent. Try again, and accept the fee that the wallet suggests.',
};
const otherNonce = {
  title: 'Another transaction of this wallet came first.',
  advice: 'Nothing was sent. Wait until it is in a block, and try again.',
};
const walletError = {
  title: 'The wallet reported an error.',
  advice: 'Open the wallet to see whether anything was sent, and try again.',
};
const timedOut = {
  title: 'The transaction is not in a block yet.',
  advice: 'It may still be. Check again in a moment.',
};
const otherSwitch = {
  title: 'Your wallet could not switch the network.',
  advice: 'Choose the network in your wallet, or add it there, and try again.',
};

/** By the numeric code of EIP-1193, EIP-1474 and EIP-5792, or by the name of viem's or wagmi's error. */
const texts: Readonly<Record<string, Text>> = {
  4100: otherAccount,
  4200: unsupported,
  4900: notConnected,
  4901: unreachable,
  4902: otherSwitch,
  5700: unsupported,
  5710: otherNetwork,
  5740: noBatch,
  5750: noBatch,
  5760: noBatch,
  7000: notConnected,
  [-32002]: busy,
  [-32003]: walletError,
  [-32005]: { title: 'Your wallet received too many requests.', advice: 'Try again in a moment.' },
  [-32601]: unsupported,
  [-32004]: unsupported,
  ChainMismatchError: otherNetwork,
  ConnectorChainMismatchError: otherNetwork,
  SwitchChainError: otherSwitch,
  SwitchChainNotSupportedError: otherSwitch,
  ConnectorNotConnectedError: notConnected,
  ConnectorNotFoundError: notConnected,
  ProviderNotFoundError: notConnected,
  ConnectorUnavailableReconnectingError: notConnected,
  ConnectorAccountNotFoundError: otherAccount,
  AccountNotFoundError: otherAccount,
  InsufficientFundsError: {
    title: 'This wallet has too little ether for the transaction.',
    advice: 'Add ether to it and try again.',
  },
  NonceTooLowError: otherNonce,
  NonceTooHighError: otherNonce,
  FeeCapTooLowError: feeTooLow,
  IntrinsicGasTooLowError: feeTooLow,
  TipAboveFeeCapError: feeTooLow,
  ExecutionRevertedError: {
    title: 'The contract would reject this transaction.',
    advice: 'Nothing was sent. Reload the page and try again.',
  },
  BundleFailedError: {
    title: 'The transaction failed in its block and changed nothing.',
    advice: 'Only the network fee was spent.',
  },
  HttpRequestError: unreachable,
  WebSocketRequestError: unreachable,
  SocketClosedError: unreachable,
  TimeoutError: unreachable,
  WaitForTransactionReceiptTimeoutError: timedOut,
  TransactionNotFoundError: timedOut,
  TransactionReceiptNotFoundError: timedOut,
};

/** What happened and what to do, for a known error of a wallet, of wagmi or of viem. */
export function walletFailure({ code, name }: Record<string, unknown>): Text | undefined {
  const byCode = typeof code === 'number' ? texts[code] : undefined;
  return byCode ?? (typeof name === 'string' ? texts[name] : undefined);
}

/**
 * For an error of a wallet or of the chain without a text of its own. viem's and wagmi's errors have a `shortMessage`,
 * which is written for programmers, and a wallet's have a code. Other errors are written for users.
 */
export function unknownWalletFailure({ code, shortMessage }: Record<string, unknown>): Text | undefined {
  return typeof code === 'number' || typeof shortMessage === 'string' ? walletError : undefined;
}
