import { ChevronLeft, ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { buttonClass } from './button.tsx';
import { classNames } from './class-names.ts';

interface PaginationProps {
  /** 0-indexed, as in the API. */
  page: number;
  totalPages: number;
  /** URL of a page (0-indexed). */
  hrefFor: (page: number) => string;
}

/** Links to the previous and the next page. Renders nothing for a single page. */
export function Pagination({ page, totalPages, hrefFor }: PaginationProps) {
  if (totalPages <= 1) return null;
  // Reserves the space of a missing link.
  const off = classNames(buttonClass('secondary', 'sm'), 'invisible');
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-4 text-sm">
      {page > 0 ? (
        <Link href={hrefFor(page - 1)} rel="prev" prefetch={false} className={buttonClass('secondary', 'sm')}>
          <ChevronLeft aria-hidden className="size-4" /> Previous
        </Link>
      ) : (
        <span aria-hidden className={off}>
          <ChevronLeft className="size-4" /> Previous
        </span>
      )}
      <span className="tabular text-ink2">
        Page {page + 1} of {totalPages}
      </span>
      {page + 1 < totalPages ? (
        <Link href={hrefFor(page + 1)} rel="next" prefetch={false} className={buttonClass('secondary', 'sm')}>
          Next <ChevronRight aria-hidden className="size-4" />
        </Link>
      ) : (
        <span aria-hidden className={off}>
          Next <ChevronRight className="size-4" />
        </span>
      )}
    </nav>
  );
}
