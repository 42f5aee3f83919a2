/** Logs an error for the person who runs the site. */
export type Log = (message: string, cause?: unknown) => void;
