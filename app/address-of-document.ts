/** Whether the address bar shows what this document was loaded for, which may be long ago. */
export function isAddressOfDocument(): boolean {
  const [visit] = performance.getEntriesByType('navigation');
  const { pathname, search } = new URL(visit?.name ?? '', window.location.origin);
  return pathname === window.location.pathname && search === window.location.search;
}
