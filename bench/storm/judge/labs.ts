import { didRegistryAbi } from '@labroom/contracts/abi';
import { localAddresses } from '@labroom/contracts/local-addresses';
import { sql } from 'drizzle-orm';
import type { StormContext } from '../storm-context.ts';

interface LabRow extends Record<string, unknown> {
  oclId: string;
  image: string | null;
  status: string | null;
}

/** Every registered lab is linked on the chain once, and shows the picture that was taken. */
export async function labFaults({ stack, journal, people }: StormContext): Promise<string[]> {
  const { rows } = await stack.context.db.execute<LabRow>(sql`
    select l.ocl_id as "oclId", l.image, d.status from labs l left join did_links d on d.ocl_id = l.ocl_id`);
  const links = await people.reader.getContractEvents({
    address: localAddresses.didRegistry,
    abi: didRegistryAbi,
    eventName: 'DidLinked',
    fromBlock: 0n,
    strict: true,
  });
  const faults: string[] = [];
  if (rows.length !== journal.labs.size)
    faults.push(`${journal.labs.size} labs were registered, and there are ${rows.length}`);
  for (const [oclId, { picture }] of journal.labs) {
    const row = rows.find((candidate) => candidate.oclId === oclId);
    const onChain = links.filter(({ args }) => args.oclId === oclId).length;
    if (!row) faults.push(`the lab ${oclId} was registered and is missing`);
    if (row?.status !== 'LINKED' || onChain !== 2)
      faults.push(`the lab ${oclId} is ${row?.status}, with ${onChain} links on the chain instead of 2`);
    if (picture && row?.image !== `/${picture}`)
      faults.push(`the lab ${oclId} shows ${row?.image} instead of ${picture}`);
  }
  return faults;
}
