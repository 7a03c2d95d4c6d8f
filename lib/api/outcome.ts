import { LabroomError } from '@labroom/client/api-failure';

export type Outcome<Data> = { ok: true; data: Data } | { ok: false; failure: LabroomError };

/** Turns an API failure into a value that a page can show. Rethrows any other error. */
export async function outcomeOf<Data>(call: Promise<Data>): Promise<Outcome<Data>> {
  try {
    return { ok: true, data: await call };
  } catch (error) {
    if (error instanceof LabroomError) return { ok: false, failure: error };
    throw error;
  }
}
