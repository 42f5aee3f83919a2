/** Milliseconds from one beat to the next, for each listener. */
const INTERVAL = 15_000;
/** Milliseconds. So often somebody's turn comes: with thousands, nobody else waits long for them. */
const TURN = 100;
const TURNS = INTERVAL / TURN;

/**
 * One heart for all: everyone who joins is beaten for every 15 seconds, spread over that time, by one
 * timer. A timer for each costs a stream 300 bytes more. Turns go by the clock: where the process
 * was too busy for some of them, they are made up for together.
 * @param random from 0 up to 1; chooses whose turn is when
 * @param now milliseconds, of a clock that is never set
 * @returns joins; what that returns leaves again
 */
export function createHeartbeat<Member>(
  beat: (member: Member) => void,
  random: () => number,
  now: () => number = () => performance.now(),
): (member: Member) => () => void {
  const turns = Array.from({ length: TURNS }, () => new Set<Member>());
  let members = 0;
  /** How many turns of the clock are over. */
  let over = 0;
  let timer: NodeJS.Timeout | undefined;

  const due = () => Math.floor(now() / TURN);

  function takeTurns(): void {
    // However late it is, nobody needs more than one beat.
    for (over = Math.max(over, due() - TURNS); over < due(); over += 1) {
      for (const member of turns[over % TURNS] ?? []) beat(member);
    }
  }

  return (member) => {
    const turn = turns[Math.floor(random() * TURNS)];
    turn?.add(member);
    members += 1;
    if (timer === undefined) {
      over = due();
      timer = setInterval(takeTurns, TURN);
    }
    return () => {
      if (!turn?.delete(member)) return;
      members -= 1;
      if (members > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  };
}
