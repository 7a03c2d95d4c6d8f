import 'server-only';
import type { Session } from '#lib/session/session.ts';

export interface SessionToken extends Session {
  /** The service token. Send it only to the service. */
  token: string;
  tokenId: string;
}

/**
 * Reads the claims of a service token without verifying its signature. The service verifies it on every use; here the
 * claims are only displayed. Returns `null` for an expired token and for anything else.
 */
export function readSessionToken(token: string | undefined, now: Date = new Date()): SessionToken | null {
  const claims = decodeClaims(token);
  if (!token || !claims) return null;
  const { sub, tid, exp } = claims;
  if (typeof sub !== 'string' || !/^0x[0-9a-f]{40}$/i.test(sub)) return null;
  if (typeof tid !== 'string' || typeof exp !== 'number' || exp * 1000 <= now.getTime()) return null;
  return {
    token,
    tokenId: tid,
    walletAddress: sub.toLowerCase(),
    expiresAt: new Date(exp * 1000).toISOString(),
  };
}

function decodeClaims(token: string | undefined): Record<string, unknown> | null {
  const payload = token?.split('.')[1];
  if (!payload) return null;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    return typeof claims === 'object' && claims !== null ? { ...claims } : null;
  } catch {
    return null;
  }
}
