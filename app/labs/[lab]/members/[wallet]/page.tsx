import {
  ActivityGroupsDocument,
  KeyReleasesDocument,
  LabMembersDocument,
  LabSpendingDocument,
  RoomConditionsDocument,
} from '@labroom/client/documents';
import { Bot } from 'lucide-react';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { RenewKeys } from '#components/access-change/parts.tsx';
import { ActivityPages } from '#components/activity/activity-pages.tsx';
import { PeopleProvider } from '#components/core/people/people-provider.tsx';
import { Person } from '#components/core/people/person.tsx';
import { conditionGroups } from '#components/members/member/condition-groups.ts';
import { MemberControls } from '#components/members/member/member-controls.tsx';
import { MemberKeys } from '#components/members/member/member-keys.tsx';
import { MemberRights } from '#components/members/member/member-rights.tsx';
import { MemberSpending } from '#components/members/member/member-spending.tsx';
import { MemberOnChain } from '#components/onchain/member-onchain.tsx';
import { KeyReleaseTable } from '#components/settings/key-release-table.tsx';
import { Failure } from '#components/site/failure.tsx';
import { ListNavigation } from '#components/site/list-navigation.tsx';
import { Address } from '#components/ui/address.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { LinkChoices } from '#components/ui/link-choices.tsx';
import { ListSkeleton } from '#components/ui/list-skeleton.tsx';
import { Section } from '#components/ui/section.tsx';
import { shortHex } from '#components/ui/short-hex.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { labPath, labTitle } from '#lib/api/lab-reference.ts';
import { cursorParam } from '#lib/api/onchain-page.ts';
import { outcomeOf } from '#lib/api/outcome.ts';
import { offersTo } from '#lib/labs/offers-to.ts';
import { firstParam, pageParam, type SearchParams, withParams } from '#lib/urls/search-params.ts';
import { publicConfig } from '#web/config/env.ts';
import { labMetadata } from '#web/lab-metadata.ts';
import { labOfPage } from '#web/load-lab.ts';
import { loadOnChainPage } from '#web/load-onchain-page.ts';
import { loadPeople } from '#web/load-people.ts';
import { loadPriceList } from '#web/load-price-list.ts';
import { callService, queryOutcome } from '#web/query-service.ts';
import { currentSessionToken } from '#web/session/current-session.ts';

interface MemberPageProps {
  params: Promise<{ lab: string; wallet: string }>;
  searchParams: SearchParams;
}

const keysPerPage = 20;

export async function generateMetadata({ params }: MemberPageProps): Promise<Metadata> {
  const { lab, wallet } = await params;
  return labMetadata(lab, `Member ${shortHex(wallet)}`, 'members', [wallet.toLowerCase()]);
}

/** What a wallet may do in a lab, what it did there, and how to stop it. */
export default async function MemberPage({ params, searchParams }: MemberPageProps) {
  const { lab: segment, wallet: named } = await params;
  if (!/^0x[0-9a-f]{40}$/i.test(named)) notFound();
  const wallet = named.toLowerCase();
  const query = await searchParams;
  const lab = await labOfPage(segment, 'members', [wallet], query);
  if (!lab) return null;
  const { oclId, shortname } = lab;
  const [outcome, room, prices, session] = await Promise.all([
    queryOutcome(LabMembersDocument, { oclId }),
    queryOutcome(RoomConditionsDocument, { oclId }),
    loadPriceList(),
    currentSessionToken(),
  ]);
  if (!outcome.ok) return <Failure title="The members could not be loaded." failure={outcome.failure} />;
  const { members } = outcome.data.listLabMembers;
  const member = members.find(({ walletAddress }) => walletAddress === wallet) ?? null;
  // The service decides; this spares others the request.
  const ownerToken = offersTo(members, session?.walletAddress)('keyReleases') ? session?.token : undefined;
  const path = labPath(shortname, 'members', [wallet]);
  const show = firstParam(query.show);
  const files = room.ok ? room.data.labWithDataRoomAndFiles?.dataRoom.filesPage : undefined;
  return (
    <div className="flex flex-col gap-12">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-col gap-2">
          <div className="flex flex-wrap items-center gap-3">
            <h2 className="text-lg">
              <Person value={wallet} isAgent={member?.isAgent ?? false} size={40} />
            </h2>
            {member?.isAgent && <Badge icon={<Bot aria-hidden />}>Agent</Badge>}
          </div>
          <Address value={wallet} full />
          {member?.isAgent && (
            <p className="max-w-prose text-sm text-ink2">
              A program that acts with a wallet of its own. Who granted its role said so on the chain.
            </p>
          )}
        </div>
        <TextLink href={labPath(shortname, 'members')} className="text-sm">
          All members
        </TextLink>
      </header>
      <div className="grid grid-cols-1 gap-12 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-12 lg:order-last">
          <Section title={member && !member.isAgent ? 'Role' : 'Stop it'}>
            <MemberControls
              lab={{ oclId, name: labTitle(lab) }}
              wallet={wallet}
              initialMembers={members}
              RenewKeys={RenewKeys}
            />
          </Section>
          <Section title="What it may do">
            <MemberRights
              lab={{ oclId, name: labTitle(lab) }}
              wallet={wallet}
              member={member}
              room={
                files
                  ? {
                      groups: conditionGroups(files.nodes),
                      publicFiles: files.nodes.filter(({ accessLevel }) => accessLevel === 'PUBLIC').length,
                      seen: files.nodes.length,
                      total: files.totalCount,
                    }
                  : null
              }
              prices={prices}
            />
          </Section>
          {(ownerToken || session?.walletAddress === wallet) && (
            <Section title="What it spent">
              {ownerToken ? (
                <Spent oclId={oclId} wallet={wallet} token={ownerToken} />
              ) : (
                <p className="text-sm">
                  <TextLink href="/account">Your account</TextLink> has what your wallet spent.
                </p>
              )}
            </Section>
          )}
        </div>
        <Section title="What it did">
          <ListNavigation
            skeleton={<ListSkeleton label="Loading the activity" />}
            toolbar={
              <LinkChoices
                label="What it did"
                choices={[
                  { name: 'Changes', href: path, isChosen: show !== 'onchain' && show !== 'keys' },
                  {
                    name: 'Onchain',
                    href: withParams(path, { show: 'onchain' }),
                    isChosen: show === 'onchain',
                  },
                  {
                    name: 'Key requests',
                    href: withParams(path, { show: 'keys' }),
                    isChosen: show === 'keys',
                  },
                ]}
              />
            }
          >
            {show === 'onchain' ? (
              <OnChain lab={lab} wallet={wallet} before={cursorParam(firstParam(query.before))} />
            ) : show === 'keys' ? (
              <Keys
                oclId={oclId}
                wallet={wallet}
                path={path}
                page={pageParam(query.page)}
                token={ownerToken}
              />
            ) : (
              <Changes oclId={oclId} wallet={wallet} path={path} page={pageParam(query.page)} />
            )}
          </ListNavigation>
        </Section>
      </div>
    </div>
  );
}

interface ListProps {
  oclId: string;
  wallet: string;
  path: string;
  page: number;
}

async function Changes({ oclId, wallet, path, page }: ListProps) {
  const outcome = await queryOutcome(ActivityGroupsDocument, { oclId, page, changeBy: wallet });
  if (!outcome.ok) return <Failure title="The changes could not be loaded." failure={outcome.failure} />;
  return (
    <PeopleProvider {...(await loadPeople(outcome.data))}>
      <ActivityPages {...outcome.data.activityGroups} path={path} show={undefined} />
    </PeopleProvider>
  );
}

/** What a wallet paid for calls on the lab, for owners. */
async function Spent({ token, ...variables }: { oclId: string; wallet: string; token: string }) {
  const outcome = await outcomeOf(callService(LabSpendingDocument, variables, token));
  if (!outcome.ok) return <Failure title="The spending could not be loaded." failure={outcome.failure} />;
  return <MemberSpending spending={outcome.data.labSpending} network={publicConfig().network} />;
}

/** Requests for keys, for owners. */
async function Keys({ oclId, wallet, path, page, token }: ListProps & { token: string | undefined }) {
  if (!token) return <MemberKeys log={null} path={path} page={page} />;
  const variables = { oclId, wallet, page, perPage: keysPerPage };
  const outcome = await outcomeOf(callService(KeyReleasesDocument, variables, token));
  if (!outcome.ok) return <Failure title="The key requests could not be loaded." failure={outcome.failure} />;
  const log = outcome.data.keyReleases;
  return (
    <MemberKeys log={log} path={path} page={page}>
      <KeyReleaseTable releases={log.nodes} />
    </MemberKeys>
  );
}

interface OnChainProps {
  lab: { oclId: string; shortname: string };
  wallet: string;
  before: string | undefined;
}

async function OnChain({ lab, wallet, before }: OnChainProps) {
  const outcome = await loadOnChainPage({ wallet }, before);
  if (!outcome.ok)
    return <Failure title="The onchain activity could not be loaded." failure={outcome.failure} />;
  return (
    <PeopleProvider {...(await loadPeople(outcome.data.events))}>
      <MemberOnChain
        {...outcome.data}
        lab={lab}
        wallet={wallet}
        isFirst={before === undefined}
        network={publicConfig().network}
      />
    </PeopleProvider>
  );
}
