import { bareAnswer, type Message } from './bare-answer.ts';
import { serveParent } from './serve-parent.ts';

/** A child process that the site is compared with: it gives the same answer to every request. */
serveParent((message: Message) => {
  const answer = bareAnswer(message);
  return (_, outgoing) => answer(outgoing);
});
