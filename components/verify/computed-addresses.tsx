import type { Network } from '@labroom/contracts/networks';
import { explorerLink } from '#lib/wallet/explorer.ts';
import { Address } from '../ui/address.tsx';
import { Definition, DefinitionList } from '../ui/definition-list.tsx';
import { Notice } from '../ui/notice.tsx';

interface ComputedAddressesProps {
  network: Network;
  check: AddressesCheck;
}

/** What was computed, and from what. */
interface AddressesCheck {
  /** The first administrators and settings. */
  settings: {
    safe: string;
    delaySeconds: number;
    guardian: string | null;
    relayer: string;
    attesters: { data: string; service: string };
    mintFeeWei: string;
    metadataBase: string;
    salt: string;
  };
  contracts: readonly ComputedAddress[];
  /** Empty: every address is the computed one. */
  problems: readonly string[];
}

interface ComputedAddress {
  name: string;
  stated: string | null;
  computed: { address: string; inputs: Inputs } | null;
}

type Inputs = { creator: string; salt: string; initCodeHash: string } | { creator: string; nonce: number };

/** The addresses that follow from code and settings, beside those of the manifest, with what each follows from. */
export function ComputedAddresses({ network, check }: ComputedAddressesProps) {
  const { settings, contracts, problems } = check;
  return (
    <>
      <p className="max-w-prose">
        This web app computes the addresses anew, from the code of its own version and from the first
        administrators and settings in the manifest. A contract with other code or another owner, delay, Safe
        or guardian is at another address. No node is asked here: whether the contracts are there, and what
        administrators did since, is not checked by this.
      </p>
      <Verdict contracts={contracts} problems={problems} />
      {contracts.length > 0 && (
        <details>
          <summary className="w-fit rounded">
            {contracts.length} contracts of the deployment, and what their addresses follow from
          </summary>
          <div className="mt-2 flex flex-col gap-6">
            <Settings settings={settings} />
            <p className="max-w-prose text-sm">
              The address of CREATE2 is the end of keccak256 of ff, the creator, the salt and the keccak256 of
              code with arguments; that of CREATE, of the creator and its nonce.
            </p>
            <ul className="grid gap-x-8 gap-y-4 text-sm lg:grid-cols-2">
              {contracts.map((contract) => (
                <Contract key={contract.name} network={network} {...contract} />
              ))}
            </ul>
          </div>
        </details>
      )}
    </>
  );
}

function Verdict({ contracts, problems }: Pick<AddressesCheck, 'contracts' | 'problems'>) {
  if (problems.length === 0)
    return (
      <Notice kind="success">
        All {contracts.length} addresses of the manifest are the computed ones. This web app uses these
        contracts.
      </Notice>
    );
  return (
    <Notice kind="warning">
      <p className="font-medium">
        {contracts.length > 0
          ? 'What the manifest states is not what was computed.'
          : 'The addresses could not be computed.'}
      </p>
      <ul className="list-disc pl-5">
        {problems.map((problem) => (
          <li key={problem} className="break-words">
            {problem}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Settings({ settings }: Pick<AddressesCheck, 'settings'>) {
  const { safe, delaySeconds, guardian, relayer, attesters, mintFeeWei, metadataBase, salt } = settings;
  const addresses = {
    Safe: safe,
    Guardian: guardian,
    'Owner of the relayer’s account': relayer,
    'Attester of the data': attesters.data,
    'Attester of the service': attesters.service,
    Salt: salt,
  };
  return (
    <DefinitionList>
      {Object.entries(addresses).map(([term, value]) => (
        <Definition key={term} term={term}>
          {value ? <Address value={value} full /> : 'None'}
        </Definition>
      ))}
      <Definition term="Delay of the timelock">{delaySeconds} seconds</Definition>
      <Definition term="Mint fee">{mintFeeWei} wei</Definition>
      <Definition term="Base of the metadata">{metadataBase || 'None'}</Definition>
    </DefinitionList>
  );
}

function Contract({ network, name, stated, computed }: ComputedAddress & { network: Network }) {
  const isSame = stated !== null && stated.toLowerCase() === computed?.address.toLowerCase();
  return (
    <li className="flex min-w-0 flex-col">
      <span className="flex flex-wrap items-center justify-between gap-x-4">
        {name}
        {stated ? (
          <Address value={stated} href={explorerLink(network, 'address', stated)} />
        ) : (
          'The manifest does not list it'
        )}
      </span>
      <span>{isSame ? 'Computed: the same address' : <Other computed={computed} />}</span>
      {computed && <Origin inputs={computed.inputs} />}
    </li>
  );
}

function Other({ computed }: Pick<ComputedAddress, 'computed'>) {
  if (!computed) return 'Computed: no such contract';
  return (
    <>
      Computed: another address, <Address value={computed.address} />
    </>
  );
}

function Origin({ inputs }: { inputs: Inputs }) {
  return (
    <span className="text-ink2">
      {'nonce' in inputs ? 'CREATE' : 'CREATE2'} by <Address value={inputs.creator} />
      {'nonce' in inputs ? (
        `with nonce ${inputs.nonce}`
      ) : (
        <>
          with salt <Address value={inputs.salt} />, code and arguments{' '}
          <Address value={inputs.initCodeHash} />
        </>
      )}
    </span>
  );
}
