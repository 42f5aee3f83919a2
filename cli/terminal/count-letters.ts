/** `1 letter`, `1,200 letters`. */
export function countLetters(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'letter' : 'letters'}`;
}

/** `1 letter was`, `1,200 letters were`. */
export function lettersWere(count: number): string {
  return `${countLetters(count)} ${count === 1 ? 'was' : 'were'}`;
}
