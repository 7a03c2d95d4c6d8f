import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface TableProps extends ComponentProps<'table'> {
  /** Names the table for screen readers. */
  caption: string;
  /** Props of the scroll container, e.g. a maximum height. */
  scroller?: ComponentProps<'div'>;
}

/** A table that scrolls within its own container instead of the page. */
export function Table({ caption, scroller, className, children, ...props }: TableProps) {
  return (
    <div {...scroller} className={classNames('overflow-auto', scroller?.className)}>
      <table {...props} className={classNames('w-full border-collapse text-left text-sm', className)}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  );
}

interface TableHeadProps {
  /** Names of plain columns. Others are children. */
  names?: readonly string[];
  children?: ReactNode;
}

export function TableHead({ names = [], children }: TableHeadProps) {
  return (
    <thead className="sticky top-0 z-10 bg-paper text-xs text-ink2 [&_th]:border-b [&_th]:border-ink">
      <tr>
        {names.map((name) => (
          <HeaderCell key={name}>{name}</HeaderCell>
        ))}
        {children}
      </tr>
    </thead>
  );
}

interface HeaderCellProps extends ComponentProps<'th'> {
  /** Sort order of the rows by this column; omitted if the column does not sort. */
  sorted?: 'ascending' | 'descending' | 'none';
  onSort?: () => void;
}

export function HeaderCell({ sorted, onSort, className, children, ...props }: HeaderCellProps) {
  const Arrow = sorted === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      {...props}
      aria-sort={sorted}
      className={classNames('h-8 px-2 font-normal whitespace-nowrap first:pl-0 last:pr-0', className)}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          // Above numbers the arrow stands on the other side, so that the name ends where they do.
          className="inline-flex items-center gap-1 hover:text-ink in-[.text-right]:flex-row-reverse touch:h-10"
        >
          {children}
          <Arrow
            aria-hidden
            className={classNames('size-4', (sorted === undefined || sorted === 'none') && 'opacity-0')}
          />
        </button>
      ) : (
        children
      )}
    </th>
  );
}

interface RowProps extends ComponentProps<'tr'> {
  selected?: boolean;
}

export function Row({ selected = false, className, ...props }: RowProps) {
  return (
    <tr
      {...props}
      className={classNames('h-10 border-b border-line', selected ? 'bg-veil' : 'hover:bg-wash', className)}
    />
  );
}

export function Cell({ className, ...props }: ComponentProps<'td'>) {
  return <td {...props} className={classNames('px-2 py-1.5 align-middle first:pl-0 last:pr-0', className)} />;
}
