import { LabroomError } from '@labroom/client/api-failure';

/** Awaits a lazily imported part of the app. Errors: `LabroomError` if loading fails. */
export async function loadPart<Module>(loading: Promise<Module>): Promise<Module> {
  try {
    return await loading;
  } catch (cause) {
    const message = 'A part of this page could not be loaded. Check your connection and try again.';
    throw new LabroomError({ code: 'NETWORK_ERROR', message }, { cause });
  }
}
