/** The variable that gives the address of the site's own store. */
export const STORE_VARIABLE = 'DATABASE_URL';

/** Where letters are kept, as error messages name it. */
export interface Place {
  /** Reveals no secret, such as a password in the address. */
  name: string;
  /** The variable, or the parameter of a command, that gave the address, and may give another. */
  addressedAs: string;
}
