'use client';
import { useEffect } from 'react';
import { announceSessionEnd } from '#lib/api/session-ended.ts';

/** For what the server could not render, because the session has ended: the page asks to sign in again, unless the user already has. */
export function SessionEnd(): null {
  useEffect(announceSessionEnd, []);
  return null;
}
