/** "3 unread notices" */
export function unreadText(count: number): string {
  if (count === 0) return 'No unread notices';
  return `${count.toLocaleString('en')} unread notice${count === 1 ? '' : 's'}`;
}
