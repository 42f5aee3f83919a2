/** One line of what the doctor says. Only what is wrong has to be put right. */
export interface Finding {
  mark: 'ok' | 'note' | 'WRONG';
  /** A sentence for the owner that quotes no letter, id or secret. */
  words: string;
}

export const ok = (words: string): Finding => ({ mark: 'ok', words });
export const note = (words: string): Finding => ({ mark: 'note', words });
export const wrong = (words: string): Finding => ({ mark: 'WRONG', words });
