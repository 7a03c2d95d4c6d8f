import { LabroomError } from '@labroom/client/api-failure';
import type { ForeseeQuery } from '@labroom/client/documents';

type Foresight = ForeseeQuery['foresee'];

/** Why a call would not run now. */
export interface Refusal {
  /** As the call itself would report it. */
  error: LabroomError;
  /** Who could change that, besides the caller. */
  changers: { who: string; addresses: string[] }[];
}

const whos: Partial<Record<Foresight['changeableBy'][number]['kind'], string>> = {
  OWNER: 'an owner of the lab',
  CONTRIBUTOR: 'a contributor of the lab',
  OPERATOR: 'the operator of this service',
  CONTRACT: 'the contracts that its conditions name',
};

/** What a wallet would be refused for; `null` if the call would run. */
export function refusalOf(foresight: Foresight, wallet: string): Refusal | null {
  if (foresight.runs) return null;
  const { code, reason, message, predicates, changeableBy } = foresight;
  return {
    error: new LabroomError({
      code: code ?? 'INTERNAL_ERROR',
      message: message ?? 'The service would refuse this.',
      details: JSON.stringify({ reason, predicates, wallet }),
    }),
    changers: changeableBy.flatMap(({ kind, addresses }) => {
      const who = whos[kind];
      return who ? [{ who, addresses }] : [];
    }),
  };
}
