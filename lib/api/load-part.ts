import { LabroomError } from '#packages/client/api-failure.ts';

/** A part of the app that is imported when it is needed first. Errors: `LabroomError`, where it does not come. */
export async function loadPart<Module>(loading: Promise<Module>): Promise<Module> {
  try {
    return await loading;
  } catch (cause) {
    const message = 'A part of this page could not be loaded. Check your connection and try again.';
    throw new LabroomError({ code: 'NETWORK_ERROR', message }, { cause });
  }
}
