import { LabTokenPageDocument, type LabTokenPageQuery } from '@labroom/client/documents';
import type { Metadata } from 'next';
import { PeopleProvider } from '#components/core/people/people-provider.tsx';
import { Failure } from '#components/site/failure.tsx';
import { AttachedToken } from '#components/token/attached-token.tsx';
import { holderFolders } from '#components/token/holder-files.ts';
import { HolderFilesList } from '#components/token/holder-files-list.tsx';
import { TokenActions } from '#components/token/token-actions.tsx';
import { TokenHeading } from '#components/token/token-heading.tsx';
import { TokenLedger } from '#components/token/token-ledger.tsx';
import { shownAmount } from '#components/token/token-units.ts';
import { NoToken } from '#components/tokenize/no-token.tsx';
import { toShownToken } from '#components/tokenize/shown-token.ts';
import { TokenFacts } from '#components/tokenize/token-facts.tsx';
import { TokenizationPanel } from '#components/tokenize/tokenization-panel.tsx';
import { Section } from '#components/ui/section.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { labTokenDecimals } from '#lib/access/holdable-token.ts';
import { labTitle } from '#lib/api/lab-reference.ts';
import type { LabIdentity } from '#lib/labs/lab-identity.ts';
import { firstParam, type SearchParams } from '#lib/urls/search-params.ts';
import { publicConfig } from '#web/config/env.ts';
import { labOfPage } from '#web/load-lab.ts';
import { loadPeople } from '#web/load-people.ts';
import { queryOutcome } from '#web/query-service.ts';

export const metadata: Metadata = { title: 'Token' };

interface TokenizePageProps {
  params: Promise<{ lab: string }>;
  searchParams: SearchParams;
}

export default async function TokenizePage({ params, searchParams }: TokenizePageProps) {
  const query = await searchParams;
  const lab = await labOfPage((await params).lab, 'tokenize', [], query);
  if (!lab) return null;
  const after = holderCursor(firstParam(query.holders));
  const outcome = await queryOutcome(LabTokenPageDocument, {
    oclId: lab.oclId,
    after,
    isLater: after !== null,
  });
  if (!outcome.ok) return <Failure title="The token could not be loaded." failure={outcome.failure} />;
  const { shortname, labNftTokenId: labId, labAccountAddress: account } = lab;
  const oclId = lab.oclId as `0x${string}`;
  const tokenLab = { oclId, shortname, labId, account: account as `0x${string}`, name: labTitle(lab) };
  const shown = toShownToken(outcome.data.labToken, null);
  const ledger = outcome.data.labToken?.ledger ?? null;
  const isCapped = ledger !== null && ledger.cap !== null;
  return (
    <PeopleProvider {...(await loadPeople(outcome.data.labToken, lab.members))}>
      <TokenizationPanel
        lab={tokenLab}
        token={outcome.data.labToken}
        isCapped={isCapped}
        facts={
          shown && (
            <TokenFacts
              lab={tokenLab}
              token={shown}
              network={publicConfig().network}
              indexed={ledger && { supply: shownAmount(ledger.supply), isCapped }}
            />
          )
        }
        withoutToken={<NoToken lab={tokenLab} />}
      >
        <TokenOverview lab={lab} data={outcome.data} />
      </TokenizationPanel>
    </PeopleProvider>
  );
}

/** Of the URL: the holder after whom the table begins. */
function holderCursor(text: string | undefined): string | null {
  return text && /^\d{1,78}:0x[0-9a-f]{40}$/.test(text) ? text : null;
}

/** The token for everyone: its numbers, holders, transfers, and what holders may open. */
function TokenOverview({ lab, data }: { lab: LabIdentity; data: LabTokenPageQuery }) {
  const { labToken: token } = data;
  if (!token) return null;
  const { ledger, symbol } = token;
  const shared = data.labWithDataRoomAndFiles?.dataRoom.filesPage ?? { totalCount: 0, nodes: [] };
  const files = shared.totalCount;
  const tokenLab = {
    oclId: lab.oclId,
    shortname: lab.shortname,
    name: labTitle(lab),
    image: lab.image,
    account: lab.labAccountAddress.toLowerCase(),
    roles: new Map(lab.members.map(({ walletAddress, role }) => [walletAddress, role])),
  };
  const opens = (
    <Section title={`What holders may open (${files.toLocaleString('en')})`}>
      <HolderFilesList
        shortname={lab.shortname}
        folders={holderFolders(shared.nodes, token.tokenContract)}
        fileCount={files}
        symbol={symbol}
        decimals={ledger ? labTokenDecimals : null}
      />
    </Section>
  );
  return (
    <>
      <TokenHeading
        symbol={symbol}
        lede={
          <>
            Holders are members of the lab under{' '}
            <TextLink href={`/agreements/${token.agreementKey}`}>a written agreement</TextLink>.{' '}
            {files === 0
              ? 'No file is shared with them yet.'
              : `With enough tokens they may open ${files.toLocaleString('en')} ${files === 1 ? 'file' : 'files'}.`}
          </>
        }
        actions={
          <TokenActions
            token={{
              address: token.tokenContract as `0x${string}`,
              symbol,
              decimals: ledger ? labTokenDecimals : null,
              lab: { oclId: lab.oclId, labId: lab.labNftTokenId, account: tokenLab.account as `0x${string}` },
            }}
          />
        }
        numbers={
          ledger
            ? [
                { value: shownAmount(ledger.supply), label: 'in supply' },
                ledger.cap === null
                  ? { value: 'None', label: 'cap: more can be issued' }
                  : { value: shownAmount(ledger.cap), label: 'cap, permanent' },
                {
                  value: ledger.holderCount.toLocaleString('en'),
                  label: ledger.holderCount === 1 ? 'holder' : 'holders',
                },
                {
                  value: files.toLocaleString('en'),
                  label: files === 1 ? 'file for holders' : 'files for holders',
                },
              ]
            : []
        }
      />
      {ledger ? (
        <TokenLedger
          lab={tokenLab}
          ledger={ledger}
          symbol={symbol}
          token={token.tokenContract}
          network={publicConfig().network}
          now={new Date()}
        >
          {opens}
        </TokenLedger>
      ) : (
        <>
          <AttachedToken />
          {opens}
        </>
      )}
    </>
  );
}
