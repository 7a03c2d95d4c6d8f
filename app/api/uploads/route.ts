import { webEnv } from '#web/config/env.ts';
import { errorResponse } from '#web/forward.ts';
import { forwardUpload } from '#web/forward-upload.ts';
import { currentSessionToken } from '#web/session/current-session.ts';
import { isSameOrigin } from '#web/session/same-origin.ts';

/** Uploads a file or a lab's image from pages of this app to the storage. Browsers need no access to the storage. */
export async function PUT(request: Request): Promise<Response> {
  const env = webEnv();
  if (!isSameOrigin(request.headers, env)) {
    return errorResponse(403, 'UNAUTHORIZED', 'Only pages of this site may call this address.');
  }
  const session = await currentSessionToken();
  return forwardUpload(request, env, session?.token);
}
