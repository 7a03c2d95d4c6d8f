/**
 * The page that asks the wallet of the browser. It loads nothing from elsewhere. It fetches one request after the other from the
 * program that served it, and sends back what the wallet says.
 */
export const walletPage = (nonce: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sign in to labroom</title>
<style nonce="${nonce}">
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 4rem auto; padding: 0 1rem; color-scheme: light dark }
  button { font: inherit; padding: .5rem 1rem; margin: 0 .5rem .5rem 0 }
</style>
<h1>Sign in to labroom</h1>
<p id="state" role="status">Choose the wallet that the command line shall sign in with. It will ask you to sign two messages.</p>
<div id="wallets"></div>
<script nonce="${nonce}">
const state = document.getElementById('state');
const wallets = document.getElementById('wallets');
const post = async (path, body) => {
  const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return (await fetch(path, options)).json();
};
const offered = new Set();
function offer(name, provider) {
  if (offered.has(provider)) return;
  offered.add(provider);
  const button = document.createElement('button');
  button.textContent = name;
  button.onclick = () => use(provider);
  wallets.append(button);
}
addEventListener('eip6963:announceProvider', ({ detail }) => offer(detail.info.name, detail.provider));
dispatchEvent(new Event('eip6963:requestProvider'));
addEventListener('load', () => {
  if (window.ethereum && offered.size === 0) offer('Browser wallet', window.ethereum);
  if (offered.size === 0) state.textContent = 'This browser has no wallet. Open this address in a browser that has one.';
});
async function use(provider) {
  wallets.hidden = true;
  for (;;) {
    const request = await post('next', {});
    if (request.done) {
      state.textContent = 'Done. You can close this page.';
      return;
    }
    state.textContent = 'Confirm in your wallet.';
    try {
      await post('answer', { id: request.id, result: await provider.request(request) });
    } catch (error) {
      await post('answer', { id: request.id, error: String(error?.message ?? error) });
      if (!request.isOptional) state.textContent = 'The wallet refused. The command line says more.';
    }
  }
}
</script>
</html>
`;
