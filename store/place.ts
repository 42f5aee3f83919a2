/** The variable that gives the address of the site's own store. */
export const SITE_ADDRESS = 'DATABASE_URL';

/** Where letters are kept, as errors speak of it. */
export interface Place {
  /** Tells no secret. */
  name: string;
  /** What gave the address, and may give another: a variable, or a parameter of a command. */
  addressedAs: string;
}
