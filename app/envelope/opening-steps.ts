/**
 * The steps of the gesture, as fractions of the whole: the seal gives, the flap turns, the sheet rises out
 * of the pocket, and at HAND_OVER, where it rests for a moment, it becomes the card. Everything only moves
 * and fades layers, which a browser does off the main thread. The flap has two layers, its face in front of
 * the sheet and its lining behind; they are swapped when they are seen edge-on.
 */

/** Milliseconds, for a letter that is opened for the first time. */
export const OPENING_MS = 700;

/** An element's selector, and its animation. */
export type Step = [part: string, keyframes: Keyframe[]];

/** Where the sheet lies in its envelope (opening.css), and how high it rises, as shares of the envelope's size. */
const SHEET = { left: 0.05, top: 0.05, width: 0.9, height: 0.89 };
const RISEN = -0.885;

const EDGE_ON = 0.32;
const TURNED = 0.54;
const RISES = 0.28;
const HAND_OVER = 0.62;
/** Until then the envelope's sheet stays visible under the card. */
const OUTSIDE = 0.72;

const HEAVY = 'cubic-bezier(0.5, 0, 0.9, 0.7)';
const SETTLES = 'cubic-bezier(0.1, 0.4, 0.3, 1)';
const EVEN = 'cubic-bezier(0.45, 0, 0.25, 1)';

/**
 * Edge-on, neither side is visible. Slightly less than a right angle, because a browser paints a layer
 * without any area only when it appears, as in cardSteps.
 */
const EDGE_ON_TURN = 'rotateX(89.9deg)';

/** How near to the upper edge of the screen a sheet may come as it rises, in pixels. */
const HEADROOM = 8;

/**
 * Where an envelope opens: as far below its own place as its risen sheet would leave the screen, but not so far
 * that the envelope itself would.
 * @param envelope its place on the screen, in pixels
 */
export function openingPlace(envelope: DOMRect, screenHeight: number): DOMRect {
  const { x, y, width, height, bottom } = envelope;
  const down = Math.min(HEADROOM - (y + RISEN * height), screenHeight - bottom);
  return new DOMRect(x, y + Math.max(down, 0), width, height);
}

/** The seal gives under the finger, the only visible change at first. */
export const PRESS: Step[] = [
  [
    '.envelope__seal',
    [
      { transform: 'none', easing: 'ease-out' },
      { transform: 'scale(0.92)', offset: 0.05, easing: 'ease-in-out' },
      { transform: 'scale(1.05) rotate(-4deg)', offset: 0.14, easing: 'ease-in-out' },
      { transform: 'rotate(-3deg)', offset: 0.24 },
      { transform: 'rotate(-3deg)' },
    ],
  ],
];

/**
 * @param flap the `transform` that its flap has now, as when hovering has loosened it, or is just doing so
 * @param down pixels by which the envelope comes down to where it opens
 * @param from the `transform` that it has now, as when hovering has picked it up slightly
 */
export function envelopeSteps(flap: string, down: number, from: string): Step[] {
  const there = `translateY(${down}px)`;
  const comesDown: Step = [
    '.envelope__body',
    [
      { transform: from, easing: EVEN },
      { transform: there, offset: HAND_OVER },
      { transform: there },
    ],
  ];
  const turned = 'rotateX(180deg)';
  const risen = `translateY(${((RISEN - SHEET.top) / SHEET.height) * 100}%)`;
  return [
    // A layer only where it moves.
    ...(down > 0 ? [comesDown] : []),
    [
      '.envelope__flap',
      [
        { transform: flap, opacity: 1 },
        { transform: flap, opacity: 1, offset: 0.04, easing: HEAVY },
        { transform: EDGE_ON_TURN, opacity: 1, offset: EDGE_ON },
        // Invisible, because the edge would be a hairline across the sheet.
        { transform: EDGE_ON_TURN, opacity: 0, offset: EDGE_ON },
        { transform: EDGE_ON_TURN, opacity: 0 },
      ],
    ],
    // The light comes from above: the face darkens as it turns, and the lining brightens.
    [
      '.envelope__flap .envelope__shade',
      [{ opacity: 0 }, { opacity: 1, offset: EDGE_ON }, { opacity: 1 }],
    ],
    ['.envelope__postmark', [{ opacity: 1 }, { opacity: 0, offset: 0.12 }, { opacity: 0 }]],
    ['.envelope__image', [{ opacity: 1 }, { opacity: 0, offset: 0.16 }, { opacity: 0 }]],
    // The lining, which appears when the flap has turned. Until then it lies invisible in its final place:
    // Firefox never paints a layer that begins edge-on.
    [
      '.envelope__lid',
      [
        { transform: turned, opacity: 0 },
        { transform: turned, opacity: 0, offset: EDGE_ON },
        { transform: EDGE_ON_TURN, opacity: 1, offset: EDGE_ON, easing: SETTLES },
        { transform: turned, opacity: 1, offset: TURNED },
        { transform: turned, opacity: 1 },
      ],
    ],
    [
      '.envelope__lid .envelope__shade',
      [
        { opacity: 1 },
        { opacity: 1, offset: EDGE_ON },
        { opacity: 0, offset: TURNED },
        { opacity: 0 },
      ],
    ],
    [
      '.envelope__sheet',
      [
        { transform: 'translateY(0)', opacity: 1 },
        { transform: 'translateY(0)', opacity: 1, offset: RISES, easing: EVEN },
        { transform: risen, opacity: 1, offset: HAND_OVER },
        // From here on the card covers the sheet.
        { transform: risen, opacity: 1, offset: OUTSIDE },
        { transform: risen, opacity: 0, offset: OUTSIDE },
        { transform: risen, opacity: 0 },
      ],
    ],
  ];
}

/**
 * The card grows out of the sheet: a clipping window moves and widens, and the paper behind it is shifted
 * back by as much as the window's lower edge is raised, so that the paper stays in place. On a screen wider
 * than a sheet nothing is raised, and the paper is stretched a little instead. Until HAND_OVER the card
 * lies invisible in its final place: a browser paints what a window hides only when it is uncovered, and
 * would drop a frame for that during the animation.
 * @param envelope where it opens on the screen, in pixels
 */
export function cardSteps(envelope: DOMRect, screen: { width: number; height: number }): Step[] {
  const x = envelope.x + SHEET.left * envelope.width;
  const y = envelope.y + RISEN * envelope.height;
  const height = SHEET.height * envelope.height;
  const wide = (SHEET.width * envelope.width) / screen.width;
  const high = Math.max(wide, height / screen.height);
  const raised = screen.height - height / high;
  const small = `translate(${x}px, ${y}px) scale(${wide}, ${high}) translateY(${-raised}px)`;
  const whole = 'translate(0, 0) scale(1, 1) translateY(0)';
  const pushed = `translateY(${raised}px)`;
  const inPlace = 'translateY(0)';
  const begin = { offset: HAND_OVER, easing: EVEN };
  const unseen = { opacity: 0, offset: HAND_OVER };
  return [
    [
      '.sheet__window',
      [
        { transform: whole, opacity: 0 },
        { transform: whole, ...unseen },
        { transform: small, opacity: 1, ...begin },
        { transform: whole, opacity: 1 },
      ],
    ],
    [
      '.sheet__paper',
      [
        { transform: inPlace },
        { transform: inPlace, offset: HAND_OVER },
        { transform: pushed, ...begin },
        { transform: inPlace },
      ],
    ],
    [
      '.sheet__light',
      [
        { transform: pushed, opacity: 1 },
        { transform: pushed, opacity: 1, ...begin },
        { transform: inPlace, opacity: 0 },
      ],
    ],
    ['.sheet__letter', [{ opacity: 0 }, unseen, { opacity: 1, offset: 0.94 }, { opacity: 1 }]],
    ['.sheet__close', [{ opacity: 0 }, { opacity: 0, offset: 0.85 }, { opacity: 1 }]],
    ['.sheet__desk', [{ opacity: 0 }, unseen, { opacity: 1, offset: 0.95 }, { opacity: 1 }]],
  ];
}
