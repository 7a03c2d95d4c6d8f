/**
 * Adds to RainbowKit's dialog what screen readers need: a name where no title is shown, and nothing of a wallet's icon,
 * which is an image without a name beside the name of the wallet.
 */
export function completeWalletDialog(): () => void {
  const complete = () => {
    for (const dialog of document.querySelectorAll('[data-rk] [role="dialog"]:not([aria-label])'))
      dialog.setAttribute('aria-label', 'Connect a wallet');
    for (const image of document.querySelectorAll('[data-rk] [role="img"]:not([aria-label], [aria-hidden])'))
      image.setAttribute('aria-hidden', 'true');
  };
  complete();
  const observer = new MutationObserver(complete);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
