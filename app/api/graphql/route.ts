import { webEnv } from '#web/config/env.ts';
import { errorResponse, forwardToService } from '#web/forward.ts';
import { currentSessionToken } from '#web/session/current-session.ts';
import { isSameOrigin } from '#web/session/same-origin.ts';

/** The API for pages of this app. Programs call the service directly, with their own credential. */
export async function POST(request: Request): Promise<Response> {
  const env = webEnv();
  if (!isSameOrigin(request.headers, env)) {
    return errorResponse(403, 'UNAUTHORIZED', 'Only pages of this site may call this endpoint.');
  }
  const session = await currentSessionToken();
  return forwardToService(request, env, session?.token);
}
