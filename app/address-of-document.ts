/** Whether the address bar still shows the address that this document was loaded from. */
export function isAddressOfDocument(): boolean {
  const [visit] = performance.getEntriesByType('navigation');
  const { pathname, search } = new URL(visit?.name ?? '', window.location.origin);
  return pathname === window.location.pathname && search === window.location.search;
}
