import { Button } from './button.tsx';

interface PageTurnerProps {
  page: number;
  pageInfo: { totalPages: number; hasPreviousPage: boolean; hasNextPage: boolean };
  previous: string;
  next: string;
  onPage: (page: number) => void;
}

/** Turns the pages of a list that has no URL of its own. */
export function PageTurner({ page, pageInfo, previous, next, onPage }: PageTurnerProps) {
  const { totalPages, hasPreviousPage, hasNextPage } = pageInfo;
  if (totalPages <= 1) return null;
  return (
    <div className="flex items-center justify-end gap-2 text-sm text-ink2">
      <span className="tabular">
        Page {page + 1} of {totalPages}
      </span>
      <Button size="sm" disabled={!hasPreviousPage} onClick={() => onPage(page - 1)}>
        {previous}
      </Button>
      <Button size="sm" disabled={!hasNextPage} onClick={() => onPage(page + 1)}>
        {next}
      </Button>
    </div>
  );
}
