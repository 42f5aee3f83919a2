/** Milliseconds within which a second press is a double click; phones do not report one in `detail`. */
export const TWICE_MS = 300;
