import type { Hex } from 'viem';
import { attachToken } from '../wallet/transactions/attach-token.ts';
import { type AgreementReference, tokenizeLab } from '../wallet/transactions/tokenize-lab.ts';
import type { Transaction } from '../wallet/transactions/transaction.ts';
import { AgreementError, makeAgreement, type ReadableAgreement } from './agreement.ts';
import { readAttachableToken } from './attachable-token.ts';
import { type Control, type Controller, readControl } from './controller.ts';
import type { Draft, Plan } from './draft.ts';
import { tryTransaction } from './dry-run.ts';
import { type ReadyTransaction, readyTransaction } from './ready-transaction.ts';
import { revertNameOf } from './revert-name.ts';
import { joinSignatures, type Signatures, safeMessage, validSignatures } from './safe.ts';
import { isAccepted, readTerms, type Terms } from './terms.ts';
import { readToken, type TokenOnChain } from './token-on-chain.ts';
import { type TokenizationContext, tokenizationContracts } from './tokenization-context.ts';

/** The steps of a tokenization, in order. */
export const steps = ['agreement', 'terms', 'signature', 'trial', 'transaction', 'token'] as const;
export type TokenizeStep = (typeof steps)[number];

/** The state of a tokenization, with what its next step needs. */
export type TokenizationState =
  | { step: 'agreement' }
  | { step: 'signature'; agreement: ReadableAgreement; terms: Terms; control: Controller; given: Signatures }
  | {
      step: 'transaction';
      agreement: ReadableAgreement;
      terms: Terms;
      control: Controller;
      signature: Hex;
      ready: ReadyTransaction;
    }
  /** Sent, but maybe not in a block yet. */
  | { step: 'sent'; hash: Hex }
  | { step: 'token'; token: TokenOnChain };

/** A step that cannot be completed, with its cause. */
export class StepError extends Error {
  readonly step: TokenizeStep;

  constructor(step: TokenizeStep, cause: unknown) {
    super(`The step "${step}" cannot be passed`, { cause });
    this.name = 'StepError';
    this.step = step;
  }
}

/** The connected wallet does not hold the lab. */
export class NotControllerError extends Error {
  readonly control: Control;

  constructor(control: Control) {
    super('The connected wallet does not hold this lab.');
    this.name = 'NotControllerError';
    this.control = control;
  }
}

export type TokenPlan = Extract<Plan, { kind: 'tokenize' | 'attach' }>;

/**
 * Determines the state of a tokenization, step by step: agreement, terms, signature, dry run, transaction, token. Every
 * entry of the draft is confirmed with the chain and the service, so it can be called at any time, also after a reload.
 * Errors: `StepError`.
 */
export async function resolveStep(
  context: TokenizationContext,
  draft: Draft | null,
): Promise<TokenizationState> {
  const { client, config, network, lab } = context;
  const { tokenizer, permissioner } = tokenizationContracts(network);
  const token = await at('token', readToken(client, tokenizer, lab.labId));
  if (token) return { step: 'token', token };
  const plan = draft?.plan;
  if (!draft?.agreement || (plan?.kind !== 'tokenize' && plan?.kind !== 'attach'))
    return { step: 'agreement' };
  if (draft.sent) return { step: 'sent', hash: draft.sent };

  const agreement = await at('agreement', sameAgreement(context, plan, draft.agreement));
  const terms = await at(
    'terms',
    readTerms({ ...context, chainId: config.chainId }, permissioner, lab.labId, agreement),
  );
  const control = await at('signature', requireController(context));
  const build = await at('trial', transactionOf(context, plan, control, agreement));

  const given = await signaturesOfOwners(context, control, terms, draft);
  const signed = { labId: lab.labId, agreement, signer: control.holder };
  const accepted = async (signature: Hex | null) =>
    signature && (await isAccepted(client, permissioner, signed, signature)) ? signature : null;
  const signature =
    (await at('signature', accepted(draft.termsSignature))) ??
    (await at('signature', accepted(enough(control, given))));
  if (!signature) {
    await at('signature', tryUnsigned(context, build, control));
    return { step: 'signature', agreement, terms, control, given };
  }
  const ready = await at('trial', readyTransaction(context, control, build(signature), draft));
  return { step: 'transaction', agreement, terms, control, signature, ready };
}

async function at<Value>(step: TokenizeStep, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw new StepError(step, error);
  }
}

/** The same data must give the same agreement. Its bytes are hashed again. */
async function sameAgreement(
  { api, lab }: TokenizationContext,
  { symbol, title }: TokenPlan,
  known: AgreementReference,
): Promise<ReadableAgreement> {
  const agreement = await makeAgreement(api, { oclId: lab.oclId, symbol, title });
  if (agreement.key === known.key && agreement.contentHash === known.contentHash) return agreement;
  throw new AgreementError(
    'The service now generates a different agreement for this lab. Start over to use it.',
  );
}

async function requireController({ client, network, lab, wallet }: TokenizationContext): Promise<Controller> {
  const control = await readControl(client, network, lab.labId, wallet);
  if (control.kind === 'wallet' || control.kind === 'safe') return control;
  throw new NotControllerError(control);
}

/** The transaction to send, without its signature. */
async function transactionOf(
  { client, network, lab }: TokenizationContext,
  plan: TokenPlan,
  { holder: controller }: Controller,
  agreement: AgreementReference,
): Promise<(signature: Hex) => Transaction> {
  const { tokenizer } = tokenizationContracts(network);
  if (plan.kind === 'tokenize') {
    const { symbol } = plan;
    const amount = BigInt(plan.amount);
    return (signature) => tokenizeLab({ tokenizer, lab, controller, symbol, amount, agreement, signature });
  }
  const token = await readAttachableToken(client, plan.token);
  if ('error' in token) throw new Error(token.error);
  return (signature) => attachToken({ tokenizer, lab, token, agreement, signature });
}

/** The contracts check the signature last. If only the signature fails, the rest would succeed. */
async function tryUnsigned(
  { client }: TokenizationContext,
  build: (signature: Hex) => Transaction,
  { holder }: Controller,
): Promise<void> {
  try {
    await tryTransaction(client, build('0x'), holder);
  } catch (error) {
    if (revertNameOf(error) !== 'InvalidSignature') throw error;
  }
}

async function signaturesOfOwners(
  { config }: TokenizationContext,
  control: Controller,
  terms: Terms,
  { termsSignatures }: Draft,
): Promise<Signatures> {
  if (control.kind !== 'safe') return {};
  const typedData = safeMessage(control.safe.address, config.chainId, terms.digest);
  return validSignatures(control.safe, typedData, termsSignatures);
}

function enough(control: Controller, given: Signatures): Hex | null {
  if (control.kind !== 'safe' || Object.keys(given).length < control.safe.threshold) return null;
  return joinSignatures(given, control.safe.threshold);
}
