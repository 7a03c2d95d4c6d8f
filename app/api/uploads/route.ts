import { webEnv } from '#web/env.ts';
import { errorResponse } from '#web/forward.ts';
import { forwardUpload } from '#web/forward-upload.ts';
import { currentSessionToken } from '#web/session/current-session.ts';
import { isSameOrigin } from '#web/session/same-origin.ts';

/** Takes a file or a lab's picture from our own pages to the storage, which browsers need not reach. */
export async function PUT(request: Request): Promise<Response> {
  const env = webEnv();
  if (!isSameOrigin(request.headers, env)) {
    return errorResponse(403, 'UNAUTHORIZED', 'Only pages of this site may call this address.');
  }
  const session = await currentSessionToken();
  return forwardUpload(request, env, session?.token);
}
