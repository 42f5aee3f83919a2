import type { WaxLetter } from '#core/wax-letter.ts';

/** What is pressed into the wax: the owner's letter, or a heart. */
export function SealMark({ seal }: { seal: WaxLetter | null }) {
  if (seal === null) {
    return (
      <path d="M32 44C21.8 36.6 17.4 31.4 17.4 25.6a7.5 7.5 0 0 1 14.6-2.8 7.5 7.5 0 0 1 14.6 2.8c0 5.8-4.4 11-14.6 18.4Z" />
    );
  }
  return (
    <text x="32" y={seal.baseline} fontSize={seal.size} textAnchor="middle">
      {seal.letter}
    </text>
  );
}
