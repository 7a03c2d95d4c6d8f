import { LabroomError } from '#packages/client/api-failure.ts';

export type Outcome<Data> = { ok: true; data: Data } | { ok: false; failure: LabroomError };

/** Turns a failure of the API into a value that a page can show; anything else is a fault and is thrown on. */
export async function outcomeOf<Data>(call: Promise<Data>): Promise<Outcome<Data>> {
  try {
    return { ok: true, data: await call };
  } catch (error) {
    if (error instanceof LabroomError) return { ok: false, failure: error };
    throw error;
  }
}
