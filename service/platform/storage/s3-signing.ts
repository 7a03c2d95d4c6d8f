/** A URL that is valid until then, for requests with these headers as they are signed. */
export function signing(expiresAt: Date, headers: string[]) {
  const signed = new Set(headers);
  return { ...validity(expiresAt), signableHeaders: signed, unhoistableHeaders: signed };
}

/** A URL is valid for whole seconds from its signing. One that is already expired is signed as of its expiry. */
export function validity(expiresAt: Date): { signingDate: Date; expiresIn: number } {
  const expiresIn = Math.floor((expiresAt.getTime() - Date.now()) / 1_000);
  if (expiresIn > 0) return { signingDate: new Date(), expiresIn };
  return { signingDate: new Date(expiresAt.getTime() - 1_000), expiresIn: 1 };
}
