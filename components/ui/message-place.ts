import { acted } from './acted.ts';
import { belowHeaderId, statusLineId } from './place-ids.ts';

/** Narrower blocks have no room for a message. */
const LEAST_WIDTH = 240;

/**
 * An empty element for a message, in the flow of the page, so that it covers nothing: in the line above a list; without one
 * below the block in which the person acted, in an open dialog for what keeps it open. Else below the header.
 */
export function placeOfMessage(keepsDialogOpen: boolean): Element {
  const dialog = keepsDialogOpen ? [...document.querySelectorAll('[role="dialog"]')].at(-1) : undefined;
  if (dialog) return belowAction(acted.inDialog, dialog) ?? added(dialog, null);
  const line = document.getElementById(statusLineId);
  if (line && isInSight(line)) return line;
  const main = document.getElementById('content');
  return (main && belowAction(acted.inPage, main)) ?? added(belowHeader(), null);
}

/** Removes a place that was made for a message. */
export function leavePlace(place: Element): void {
  if (place.matches('[data-message-place]')) place.remove();
}

function belowHeader(): Element {
  return document.getElementById(belowHeaderId) ?? document.body;
}

/** Whether a part of an element is within the window. */
export function isInSight(element: Element): boolean {
  const { top, bottom, height } = element.getBoundingClientRect();
  return height > 0 && bottom > 0 && top < window.innerHeight;
}

/** A place behind the row in which `target` stands, within `top`. Null if nothing there has room for it. */
function belowAction(target: Element | null, top: Element): Element | null {
  if (!target?.isConnected || !top.contains(target)) return null;
  for (let row = target; row !== top; ) {
    const block = row.parentElement;
    if (!block) return null;
    if (hasRoom(block, row)) return added(block, row.nextSibling);
    row = block;
  }
  return null;
}

function hasRoom(block: Element, row: Element): boolean {
  if (block.clientWidth < LEAST_WIDTH || block.matches('ul, ol, dl, p, h1, h2, h3, label, a, button, table'))
    return false;
  const { display, flexDirection } = getComputedStyle(block);
  const isStack =
    /^(block|flow-root|list-item)$/.test(display) || (display === 'flex' && flexDirection === 'column');
  return isStack && !getComputedStyle(row).display.startsWith('inline');
}

function added(block: Element, before: Node | null): Element {
  const place = document.createElement('div');
  place.dataset.messagePlace = '';
  place.setAttribute('role', 'status');
  block.insertBefore(place, before);
  return place;
}
