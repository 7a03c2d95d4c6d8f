import type { KeyReleasesQuery } from '@labroom/client/documents';
import type { ReactNode } from 'react';
import { withParams } from '#lib/urls/search-params.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pagination } from '../../ui/pagination.tsx';

interface MemberKeysProps {
  /** `null` for readers who are not signed in as an owner. */
  log: KeyReleasesQuery['keyReleases'] | null;
  path: string;
  page: number;
  /** The requests of the log. */
  children?: ReactNode;
}

/** The keys of a lab's files that one wallet asked for. */
export function MemberKeys({ log, path, page, children }: MemberKeysProps) {
  if (!log)
    return (
      <EmptyState title="Only owners see key requests.">
        Each request for the key of an encrypted file is recorded. Sign in with the wallet of an owner to see
        those of this wallet.
      </EmptyState>
    );
  if (log.totalCount === 0)
    return (
      <EmptyState title="No key requests yet.">It has asked for no key of a file of this lab.</EmptyState>
    );
  return (
    <div className="flex flex-col gap-8">
      {children}
      <Pagination
        page={page}
        totalPages={log.pageInfo.totalPages}
        hrefFor={(other) =>
          withParams(path, { show: 'keys', page: other > 0 ? String(other + 1) : undefined })
        }
      />
    </div>
  );
}
