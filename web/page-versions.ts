import 'server-only';
import { SharedReads } from '@labroom/protocol/shared-reads';
import { webEnv } from './config/env.ts';
import { Recent } from './recent.ts';

/** What a page shows: one lab, by its oclId or shortname, or anything (`null`). */
export type PageSubject = string | null;

/** Versions of what pages show. Equal ones: nothing was changed between them. */
export interface PageVersions {
  /** The version now, which is `known` if that still holds; `null` if it has none, or it could not be read. */
  read(subject: PageSubject, known: string | null): Promise<string | null>;
  /** A version from before, which may hold no longer. */
  latest(subject: PageSubject): string | null;
}

/** Without an answer by then, the page is rendered. */
const TIMEOUT_MS = 1_000;

/** [Note: pages of one lab] What all labs share, like the names of people, changes the version of every lab. */
const ofLab = /^\/labs\/([^/?]+)(?:\/(?!members\/)[^?]*)?(?:\?|$)/;
const ofMember = /^\/labs\/[^/?]+\/members\//;
const ofAnything =
  /^\/(?:(?:labs|activity|how-it-works|verify)?(?:\?|$)|(?:developers|agreements)(?:[/?]|$))/;

/** What the page at an address shows; `undefined` for an address whose page is not kept. */
export function subjectOf(url: string): PageSubject | undefined {
  if (ofAnything.test(url) || ofMember.test(url)) return null;
  const [, segment] = ofLab.exec(url) ?? [];
  if (segment === undefined) return undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Reads versions from the service, once for all requests that wait for the same. */
export function pageVersions(): PageVersions {
  const reads = new SharedReads<string | null>();
  const read = new Recent<string>(500);
  const latest = (subject: PageSubject) => read.get(subject ?? '') ?? null;
  return {
    latest,
    async read(subject, known) {
      // So that all pages of a subject have one version.
      const from = known ?? latest(subject);
      const version = await reads.read(JSON.stringify([subject, from]), () => ask(subject, from));
      if (version !== null) read.set(subject ?? '', version);
      return version;
    },
  };
}

async function ask(subject: PageSubject, known: string | null): Promise<string | null> {
  const { serviceUrl, serviceCredential } = webEnv();
  const query = new URLSearchParams({
    ...(subject !== null && { lab: subject }),
    ...(known !== null && { known }),
  });
  try {
    const response = await fetch(`${serviceUrl}/pages/version?${query}`, {
      headers: serviceCredential ? { authorization: serviceCredential } : {},
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body: unknown = response.ok ? await response.json() : null;
    const { version } = (body ?? {}) as { version?: unknown };
    return typeof version === 'string' ? version : null;
  } catch {
    return null;
  }
}
