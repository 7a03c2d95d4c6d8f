import type { Network } from '@labroom/contracts/networks';
import type { ReactNode } from 'react';
import { explorerLink } from '#lib/wallet/explorer.ts';
import { Address } from '../ui/address.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Time } from '../ui/time.tsx';

interface ContractsCheckProps {
  network: Network;
  /** A node for browsers. */
  rpcUrl: string;
  /** As the service states it; `null` if it did not answer. */
  verification: Verification | null;
}

/** What is known of the deployment, and what the service compared when it started. */
interface Verification {
  /** `null`: there is no manifest to compare with. */
  manifestUrl: string | null;
  /** `null`: nothing was compared. */
  check: { version: string; at: string; isComplete: boolean; warnings: readonly string[] } | null;
  contracts: readonly { name: string }[];
  /** What the owner did since, as the manifest lists it. */
  changes: readonly { transactionHash: string; what: string }[];
}

/** What the operator checked of the contracts, what nobody checked here, and how a reader checks all of it. */
export function ContractsCheck({ network, rpcUrl, verification }: ContractsCheckProps) {
  if (!verification)
    return <p className="max-w-prose">The service does not answer, so nothing is known of its checks.</p>;
  const { manifestUrl, check } = verification;
  if (!manifestUrl)
    return (
      <p className="max-w-prose">
        {network.chainId === 31337
          ? 'The contracts of the local chain are deployed by its first start, so there is no deployment to verify.'
          : 'These contracts were published by others, without a manifest. The service compares neither their addresses nor their code with a source, and no command can.'}
      </p>
    );
  return (
    <>
      <p className="max-w-prose">
        The operator of this site serves this page, so what it says of the checks is the operator’s word. The
        command below checks it on your own machine.
      </p>
      <dl className="grid grid-cols-1 gap-x-8 gap-y-1 text-sm sm:grid-cols-[14rem_minmax(0,1fr)] sm:gap-y-3">
        <Checked term="Addresses and code">
          {check ? (
            <Compared check={check} verification={verification} />
          ) : (
            'Nothing was compared: the node did not answer when the service started.'
          )}
        </Checked>
        <Checked term="Contracts of others">
          EntryPoint and account registry: address and code, as above, with the code that their publishers
          deployed; their source is not part of this project. Stablecoin: only that there is code.
        </Checked>
        <Checked term="What administrators did since the first block">
          <Changes network={network} changes={verification.changes} />
        </Checked>
      </dl>
      <Command
        version={check?.version ?? null}
        text={`npm run labroom -- verify-deployment --contracts ${manifestUrl} --rpc ${rpcUrl}`}
      />
    </>
  );
}

function Checked({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink2">{term}</dt>
      <dd className="min-w-0 max-w-prose max-sm:mb-3">{children}</dd>
    </div>
  );
}

function Compared({
  check: { version, at, isComplete, warnings },
  verification: { contracts },
}: {
  check: NonNullable<Verification['check']>;
  verification: Verification;
}) {
  const when = (
    <>
      when version {version} of the service started, <Time value={at} />
    </>
  );
  if (isComplete)
    return (
      <>
        By the service, {when}: it computed the addresses of all {contracts.length} contracts from the code of
        that version, the first administrators and the settings, and compared the hash of the code at each.
      </>
    );
  return (
    <>
      Not completely, {when}. It says:
      <ul className="list-disc pl-5">
        {warnings.map((warning) => (
          <li key={warning} className="break-words">
            {warning}
          </li>
        ))}
      </ul>
    </>
  );
}

function Changes({ network, changes }: { network: Network; changes: Verification['changes'] }): ReactNode {
  return (
    <>
      Not by the service. The command reads every block, and fails at what the manifest does not list.{' '}
      {changes.length === 0
        ? 'The manifest lists nothing since the deployment.'
        : 'The manifest lists, in the operator’s words:'}
      {changes.length > 0 && (
        <ul className="list-disc pl-5">
          {changes.map(({ transactionHash, what }) => (
            <li key={transactionHash}>
              <bdi>{what}</bdi>{' '}
              <Address value={transactionHash} href={explorerLink(network, 'tx', transactionHash)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Command({ version, text }: { version: string | null; text: string }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="max-w-prose">
        To check all of it yourself, run this in a checkout of{' '}
        {version ? `version ${version}` : 'the release'}, with a node that you trust:
      </p>
      <div className="flex items-start gap-2">
        <pre className="min-w-0 flex-1 rounded border border-line bg-wash p-3 font-mono text-xs break-all whitespace-pre-wrap">
          {text}
        </pre>
        <CopyButton text={text} label="Copy the command" />
      </div>
    </div>
  );
}
