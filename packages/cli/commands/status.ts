import type { Run } from '../command-line/command.ts';
import { type Connection, connect, connectToLab, originOf } from '../connection/connect.ts';
import { levelOf } from '../store/folder.ts';
import { describeReport, exitOf } from '../sync/report.ts';
import { runSync } from '../sync/run-sync.ts';
import { describePlan } from '../sync/show-plan.ts';

/** Who is signed in where; and in a tied folder, what a sync would do. */
export const status: Run = async (invocation) => {
  const connection = await connect(invocation);
  const account = accountOf(connection);
  const signedIn = `${account.wallet} at ${account.service}, until ${account.until.slice(0, 10)}.`;
  const { folder } = connection;
  if (!folder)
    return {
      text: `Signed in as ${signedIn}\nThis folder is not tied to a lab.`,
      data: { ...account, folder: null },
    };
  const verbose = invocation.options.verbose === true;
  const labConnection = await connectToLab(invocation);
  const report = await runSync(labConnection, folder, invocation.terminal, {
    ...{ direction: 'both', paths: [], exclude: [], access: folder.access, deletes: false, keepsBoth: false },
    ...{ dryRun: true, foresees: false, verbose, yes: false, publishesNamed: false, sendsText: false },
  });
  const about = [
    `Signed in as ${signedIn}`,
    `${folder.root} is tied to ${labConnection.lab.name} (${folder.shortname}).`,
    describeReport(report, describePlan(report.plan, folder.shortname, verbose)),
  ];
  const data = {
    ...account,
    folder: folder.root,
    lab: folder.oclId,
    access: levelOf(folder.access),
    ...report,
  };
  return { text: about.join('\n'), data, exit: exitOf(report, true) };
};

const accountOf = ({ session }: Connection) => ({
  service: originOf(session.graphqlUrl),
  wallet: session.wallet,
  chainId: session.chainId,
  until: session.credentialEndsAt,
});
