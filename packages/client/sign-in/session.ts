/** The session of a wallet. */
export interface Session {
  wallet: string;
  serviceToken: string;
  /** The id by which the token is extended or revoked. */
  tokenId?: string;
}

/** A session as the service issued it. */
export interface IssuedSession extends Session {
  createdAt: string;
  expiresAt: string;
}

/** Part of a session's time after which it is renewed. */
const renewedAfter = 0.8;

/** The session of a client. */
export interface OpenSession {
  current(): Session;
  /** A valid token. Rejects if the session has ended and cannot be renewed. */
  token(): Promise<string>;
}

export const fixedSession = (session: Session): OpenSession => ({
  current: () => session,
  token: async () => session.serviceToken,
});

/**
 * A session that is renewed before its end, when a call needs it. While a renewal fails, the token is used as long as the
 * service takes it.
 */
export function renewedSession(
  first: IssuedSession,
  renew: () => Promise<IssuedSession>,
  now: () => number = () => Date.now(),
): OpenSession {
  const withTimes = (session: IssuedSession) => {
    // By the service's own clock, which may differ from this one.
    const duration = Date.parse(session.expiresAt) - Date.parse(session.createdAt);
    return { session, renewAt: now() + renewedAfter * duration, endsAt: now() + duration };
  };
  let held = withTimes(first);
  let renewing: Promise<void> | undefined;
  return {
    current: () => held.session,
    async token() {
      if (now() < held.renewAt) return held.session.serviceToken;
      renewing ??= renew()
        .then((session) => {
          held = withTimes(session);
        })
        .finally(() => {
          renewing = undefined;
        });
      await renewing.catch((error: unknown) => {
        if (now() >= held.endsAt) throw error;
      });
      return held.session.serviceToken;
    },
  };
}
