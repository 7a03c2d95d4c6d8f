import { explainFailure, type FailureText, type RevertTexts } from '../wallet/explain-failure.ts';

/** What the contracts of a tokenization say, in words: each of their errors that a person can cause. */
export const revertTexts: RevertTexts = {
  AlreadyTokenized: {
    title: 'This lab has its token already.',
    advice: 'A lab has one token, for ever. Reload the page to see it.',
  },
  MustControlLab: {
    title: 'Only the holder of the LabNFT may do this.',
    advice: 'The lab may have changed hands, or another wallet is connected.',
  },
  InvalidSignature: {
    title: 'The contract does not take the signature of the terms.',
    advice: 'Sign them again with the account that holds the lab.',
  },
  InvalidS3Key: { title: 'The agreement has no key.', advice: 'Start over with a new agreement.' },
  InvalidSymbol: { title: 'The symbol is too long.' },
  InvalidTokenContract: {
    title: 'There is no token at this address.',
    advice: 'It has no code, or does not tell its supply.',
  },
  InvalidTokenDecimals: {
    title: 'This token cannot be attached.',
    advice: 'It does not tell its decimals, or has more than 18.',
  },
  LabTokenNotControlledByTokenizer: { title: 'The tokenizer did not make this token.' },
  TokenCapped: {
    title: 'The issuance of this token has ended for ever.',
    advice: 'Nobody can issue more of it.',
  },
  WrappedTokenIsReadOnly: {
    title: 'The supply of an attached token is not the lab’s to change.',
    advice: 'It follows the rules of that token alone.',
  },
  ZeroAddress: { title: 'The zero address cannot be used here.' },
  ERC20InvalidReceiver: { title: 'Tokens cannot be issued to this address.' },
  OnlyTokenizer: { title: 'Only the tokenizer may record that terms were accepted.' },
  Panic: { title: 'The amount is too large: the sum of everything issued would overflow.' },
  GS013: { title: 'What the Safe was to do failed inside.', advice: 'Nothing was changed.' },
  GS020: { title: 'The Safe was given too few signatures.' },
  GS025: { title: 'An owner of the Safe has not agreed to this transaction.' },
  GS026: {
    title: 'A signature is not by an owner of the Safe, or is for another transaction.',
    advice: 'The Safe may have made another transaction meanwhile. Collect the signatures again.',
  },
};

/** Why a step towards a token, or a change of its supply, does not work. */
export function explainTokenizationError(error: unknown): FailureText {
  const cause = error instanceof Error && error.name === 'StepError' ? error.cause : error;
  if (cause instanceof Error && cause.name === 'NotControllerError') {
    return { title: cause.message, advice: revertTexts.MustControlLab?.advice ?? '' };
  }
  return explainFailure(cause, revertTexts);
}
