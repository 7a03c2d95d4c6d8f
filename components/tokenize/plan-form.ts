import { isAgreementSymbol } from '@labroom/protocol/agreement-symbol';
import { parseAmount } from '@labroom/protocol/token-amount';
import type { TokenPlan } from '#lib/tokenize/resolve-step.ts';
import { checkAddress } from '#lib/wallet/check-address.ts';

/** The plan as typed so far. */
export interface PlanForm {
  kind: 'tokenize' | 'attach';
  symbol: string;
  title: string;
  amount: string;
  token: string;
}

export type PlanFormErrors = Partial<Record<'symbol' | 'title' | 'amount' | 'token', string>>;

/** Validates a form by the rules of the agreement and the tokenizer. */
export function checkPlanForm(
  form: PlanForm,
): { ok: true; plan: TokenPlan } | { ok: false; errors: PlanFormErrors } {
  const errors: PlanFormErrors = {};
  const symbol = form.symbol.trim();
  if (!isAgreementSymbol(symbol)) errors.symbol = 'A symbol is 1 to 20 letters and digits.';
  const title = form.title.trim() || null;
  if (title && [...title].length > 200) errors.title = 'At most 200 characters.';

  if (form.kind === 'tokenize') {
    const amount = parseAmount(form.amount);
    if (typeof amount === 'bigint' && Object.keys(errors).length === 0) {
      return { ok: true, plan: { kind: 'tokenize', symbol, title, amount: String(amount) } };
    }
    if (typeof amount !== 'bigint') errors.amount = amount.error;
    return { ok: false, errors };
  }
  const token = checkAddress(form.token);
  if (typeof token === 'string' && Object.keys(errors).length === 0) {
    return { ok: true, plan: { kind: 'attach', symbol, title, token } };
  }
  if (typeof token !== 'string') errors.token = token.error;
  return { ok: false, errors };
}
