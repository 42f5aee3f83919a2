/** Milliseconds from one beat to the next, for each who joins. */
const INTERVAL = 15_000;
/** Milliseconds. So often somebody's turn comes: with thousands, nobody else waits long for them. */
const TURN = 100;
const TURNS = INTERVAL / TURN;

/**
 * One heart for all: everyone who joins is beaten for every 15 seconds, spread over that time, by one
 * timer. A timer for each costs a stream 300 bytes more.
 * @param random from 0 up to 1; chooses whose turn is when
 * @returns joins; what that returns leaves again
 */
export function createHeartbeat<Member>(
  beat: (member: Member) => void,
  random: () => number,
): (member: Member) => () => void {
  const turns = Array.from({ length: TURNS }, () => new Set<Member>());
  let members = 0;
  let at = 0;
  let timer: NodeJS.Timeout | undefined;

  function nextTurn(): void {
    for (const member of turns[at] ?? []) beat(member);
    at = (at + 1) % TURNS;
  }

  return (member) => {
    const turn = turns[Math.floor(random() * TURNS)];
    turn?.add(member);
    members += 1;
    timer ??= setInterval(nextTurn, TURN);
    return () => {
      if (!turn?.delete(member)) return;
      members -= 1;
      if (members > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  };
}
