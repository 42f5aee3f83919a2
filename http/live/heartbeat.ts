/** Milliseconds between two beats for one member. */
const INTERVAL_MS = 15_000;
/** Milliseconds between two ticks of the timer. Members are spread over the ticks of an interval. */
const TURN_MS = 100;
const TURNS = INTERVAL_MS / TURN_MS;

/**
 * One timer for all members, which calls `beat` for each every 15 seconds, spread over that time: a
 * timer per stream would cost 300 bytes each. Ticks that a busy process has missed are made up for.
 * @param random from 0 up to 1; chooses a member's tick
 * @param now milliseconds of a monotonic clock
 * @returns adds a member, and returns what removes it
 */
export function createHeartbeat<Member>(
  beat: (member: Member) => void,
  random: () => number,
  now: () => number = () => performance.now(),
): (member: Member) => () => void {
  const turns = Array.from({ length: TURNS }, () => new Set<Member>());
  let members = 0;
  /** How many ticks have been handled. */
  let over = 0;
  let timer: NodeJS.Timeout | undefined;

  const due = () => Math.floor(now() / TURN_MS);

  function catchUp(): void {
    // Not more than one interval back: one beat per member is enough.
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
      timer = setInterval(catchUp, TURN_MS);
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
