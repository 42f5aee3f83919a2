/** A pause from half of it to one and a half, so that readers do not all come back at once. */
export const jittered = (milliseconds: number) => milliseconds * (0.5 + Math.random());
