import type { LabMemberRole, LabsQueryVariables } from '@labroom/client/documents';
import { firstParam, pageParam, withParams } from '#lib/urls/search-params.ts';

/** Search, filters, order and page of the list of labs, as in the URL. */
export interface LabsView {
  search: string | undefined;
  role: LabsRole | undefined;
  verified: 'yes' | 'no' | undefined;
  /** The lowest Technology Readiness Level, 2 to 9. */
  readiness: number | undefined;
  sort: 'name' | 'newest' | undefined;
  /** 0-indexed, as in the API. */
  page: number;
}

/** Role of the signed-in user; `mine` is any role. */
export type LabsRole = 'mine' | 'owner' | 'contributor' | 'viewer';

const roles: Readonly<Record<LabsRole, LabMemberRole | undefined>> = {
  mine: undefined,
  owner: 'OWNER',
  contributor: 'CONTRIBUTOR',
  viewer: 'VIEWER',
};
const orders = { name: 'NAME', newest: 'NEWEST' } as const;

const highestLevel = 9;

/** Reads query parameters. The role filter is ignored unless the user is signed in. */
export function readLabsView(
  params: Record<string, string | string[] | undefined>,
  isSignedIn: boolean,
): LabsView {
  const oneOf = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === firstParam(params[name]));
  const level = Number(firstParam(params.readiness));
  return {
    search: firstParam(params.search)?.slice(0, 200),
    role: isSignedIn ? oneOf('role', Object.keys(roles) as LabsRole[]) : undefined,
    verified: oneOf('verified', ['yes', 'no']),
    readiness: Number.isInteger(level) && level >= 2 && level <= highestLevel ? level : undefined,
    sort: oneOf('sort', ['name', 'newest']),
    page: pageParam(params.page),
  };
}

/** URL of a view. */
export function labsPath({ page, readiness, ...view }: LabsView): string {
  return withParams('/labs', {
    ...view,
    readiness: readiness?.toString(),
    page: page > 0 ? String(page + 1) : undefined,
  });
}

/** Variables of the API query. `viewer` is the wallet of the signed-in user. */
export function labsVariables(view: LabsView, viewer: string | undefined): LabsQueryVariables {
  const { search, role, verified, readiness, sort, page } = view;
  return {
    search,
    page,
    verified: verified && verified === 'yes',
    readiness: readiness && Array.from({ length: highestLevel + 1 - readiness }, (_, at) => readiness + at),
    order: sort && orders[sort],
    ...(role && viewer ? { walletAddress: viewer, role: roles[role] } : {}),
  };
}

/** Whether the URL asks for nothing: no search, filter, order or page. */
export function isPlain({ page, ...view }: LabsView): boolean {
  return page === 0 && Object.values(view).every((value) => value === undefined);
}

/** Whether a search or filter is active. */
export function isFiltered({ search, role, verified, readiness }: LabsView): boolean {
  return [search, role, verified, readiness].some((value) => value !== undefined);
}
