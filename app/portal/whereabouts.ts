/** Where the owner is, to be there again once a portal that was locked is unlocked. */
export interface Whereabouts {
  tab: 'write' | 'manage';
  /** The words that the list is searched for. */
  sought: string;
}
