/**
 * The address when the scripts began: that of the document, unless Back was pressed before. It is used where somebody
 * has turned off the browser's performance entries, so as to tell less about themselves.
 */
const initialAddress = import.meta.env.SSR ? '' : window.location.href;

/** Whether the address bar still shows the address that this document was loaded from. */
export function isAddressOfDocument(): boolean {
  const [visit] = performance.getEntriesByType('navigation');
  const { pathname, search } = new URL(visit?.name ?? initialAddress);
  return pathname === window.location.pathname && search === window.location.search;
}
