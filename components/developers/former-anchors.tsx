'use client';
import { useEffect } from 'react';

/** Parts of the page that was `/developers` before, and the pages that have them. */
const pages: Readonly<Record<string, string>> = {
  credentials: '/developers/credentials',
  gateway: '/developers/pay',
  try: '/developers/pay#try',
  errors: '/developers/errors',
  limits: '/developers/limits',
  operations: '/developers/reference',
};

/** Leads old links on: `/developers#createLab` was an operation of the one long page. */
export function FormerAnchors() {
  useEffect(() => {
    const anchor = location.hash.slice(1);
    const operation = /^[a-z]+[A-Z]\w*$/.test(anchor) ? `/developers/reference?q=${anchor}` : undefined;
    const page = pages[anchor] ?? operation;
    if (page) location.replace(page);
  }, []);
  return null;
}
