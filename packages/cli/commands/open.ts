import { filePath, labPath } from '@labroom/protocol/lab-pages';
import type { Run } from '../command-line/command.ts';
import { launchBrowser } from '../command-line/launch.ts';
import { connectToLab, pageUrl } from '../connection/connect.ts';
import { pathOfLab } from '../store/paths.ts';

/** Opens the page of the lab, or of a file, in the browser. */
export const open: Run = async (invocation) => {
  const { session, lab, folder } = await connectToLab(invocation);
  const [typed] = invocation.args;
  const path = typed === undefined ? '' : pathOfLab(folder, invocation.cwd, typed);
  const url = pageUrl(session, path ? filePath(lab.shortname, path) : labPath(lab.shortname));
  if (invocation.options.print !== true && invocation.options.json !== true) launchBrowser(url);
  return { text: url, data: { url } };
};
