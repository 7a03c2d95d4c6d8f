import type { PageScripts } from './page-scripts.ts';

/** Maximum gzipped bytes above an empty page that a read-only page may load before it is interactive. */
const budget = 17_000;

/** Budgets of pages with actions, which may load more. */
const ownBudgets: Readonly<Record<string, number>> = {
  // The home: rows of people, changes and notices.
  '/': 18_000,
  '/labs/new': 18_500,
  // Sessions, tokens and the profile.
  '/account': 17_500,
  // Rows of people, files and transactions.
  '/labs/[lab]': 18_500,
  '/labs/[lab]/activity': 19_000,
  '/labs/[lab]/members': 20_000,
  '/labs/[lab]/members/[wallet]': 20_000,
  '/labs/[lab]/tokenize': 20_000,
  // All components, for developers only.
  '/design': 60_000,
};

interface JudgedPage {
  route: string;
  /** Bytes above an empty page. */
  above: number;
  limit: number;
  isOver: boolean;
}

/** Every page with its budget, largest first. */
export function judgePages(pages: readonly PageScripts[], emptyPageBytes: number): JudgedPage[] {
  return pages
    .map(({ route, bytes }) => {
      const above = bytes - emptyPageBytes;
      const limit = ownBudgets[route] ?? budget;
      return { route, above, limit, isOver: above > limit };
    })
    .toSorted((one, other) => other.above - one.above);
}

/** The pages as a table of text, in thousands of bytes. */
export function describePages(pages: readonly JudgedPage[]): string {
  const width = Math.max(...pages.map(({ route }) => route.length));
  return pages
    .map(({ route, above, limit, isOver }) => {
      const size = (above / 1000).toFixed(1).padStart(6);
      return `  ${route.padEnd(width)} ${size} kB of ${limit / 1000}${isOver ? '  TOO MUCH' : ''}`;
    })
    .join('\n');
}
