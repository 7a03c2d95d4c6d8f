import { explainFailure, type FailureText, type RevertTexts } from '../wallet/explain-failure.ts';

/** Texts for the contract errors that users of the tokenization can cause. */
export const revertTexts: RevertTexts = {
  AlreadyTokenized: {
    title: 'This lab already has a token.',
    advice: 'A lab can have only one token. Reload the page to see it.',
  },
  MustControlLab: {
    title: 'Only the holder of the LabNFT may do this.',
    advice: 'The lab may have been transferred, or another wallet is connected.',
  },
  InvalidSignature: {
    title: 'The contract rejects the signature of the terms.',
    advice: 'Sign them again with the account that holds the lab.',
  },
  InvalidS3Key: {
    title: 'The agreement does not belong to this lab.',
    advice: 'Start over with a new agreement.',
  },
  InvalidContentHash: { title: 'The agreement has no hash.', advice: 'Start over with a new agreement.' },
  InvalidSymbol: { title: 'The symbol is empty or longer than 255 bytes.' },
  InvalidTokenContract: {
    title: 'No token exists at this address.',
    advice: 'The address has no code or no totalSupply function.',
  },
  InvalidTokenDecimals: {
    title: 'This token cannot be attached.',
    advice: 'It has no decimals function or more than 18 decimals.',
  },
  TokenOfAnotherLab: {
    title: 'This token belongs to another lab.',
    advice:
      'It was made for another lab, or another lab proved that it owns or administers its contract. It can be attached or proved here once that lab no longer does.',
  },
  NoAttachedToken: { title: 'No token is attached to this lab.' },
  RightNotProved: {
    title: 'This lab has no right to the token.',
    advice:
      'The holder or the account of the lab must be the owner or the default administrator of the token’s contract. Transfer one of these to it, then try again. Until then the token is claimed.',
  },
  NotEnoughGas: {
    title: 'The transaction has too little gas to ask the token.',
    advice: 'Raise the gas limit in your wallet.',
  },
  LabTokenNotControlledByTokenizer: { title: 'The tokenizer did not make this token.' },
  TokenCapped: {
    title: 'Issuance of this token has ended permanently.',
    advice: 'No more tokens can be issued.',
  },
  WrappedTokenIsReadOnly: {
    title: 'The lab cannot change the supply of an attached token.',
    advice: 'Only the rules of that token apply.',
  },
  ZeroAddress: { title: 'The zero address cannot be used here.' },
  ERC20InvalidReceiver: { title: 'Tokens cannot be issued to this address.' },
  OnlyTokenizer: { title: 'Only the tokenizer may record that terms were accepted.' },
  EnforcedPause: {
    title: 'New tokens are paused.',
    advice: 'The operator of the contracts stopped them. Try again later. Existing tokens are not affected.',
  },
  Panic: { title: 'The amount is too large: the sum of everything issued would overflow.' },
  GS013: { title: 'The Safe’s transaction failed.', advice: 'Nothing was changed.' },
  GS020: { title: 'The Safe needs more signatures.' },
  GS025: { title: 'An owner of the Safe has not signed this transaction.' },
  GS026: {
    title: 'A signature is not by an owner of the Safe, or is for another transaction.',
    advice: 'The Safe may have executed another transaction since. Collect the signatures again.',
  },
};

/** Explains why a tokenization step or a supply change failed. */
export function explainTokenizationError(error: unknown): FailureText {
  const cause = error instanceof Error && error.name === 'StepError' ? error.cause : error;
  if (cause instanceof Error && cause.name === 'NotControllerError') {
    return { title: cause.message, advice: revertTexts.MustControlLab?.advice ?? '' };
  }
  return explainFailure(cause, revertTexts);
}
