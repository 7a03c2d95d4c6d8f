'use client';
import { part } from '../ui/part.tsx';

/** Changes of access that run or wait in this browser, for the header of every page. */
export const AccessJobs = part(async () => (await import('./access-jobs.tsx')).AccessJobs);

/** Offers owners to renew the keys of encrypted files. */
export const RenewKeys = part(async () => (await import('./renew-keys-offer.tsx')).RenewKeysOffer);
