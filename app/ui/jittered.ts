/** A pause of 50 to 150 % of this one, so that readers do not all come back at once. */
export const jittered = (milliseconds: number) => milliseconds * (0.5 + Math.random());
