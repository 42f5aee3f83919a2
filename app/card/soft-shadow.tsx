interface SoftShadowProps {
  /** The prefix of its gradients' ids, unique in the image. */
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** How far it reaches beyond what casts it, in pixels. */
  reach: number;
  colour: string;
  opacity: number;
}

/** How dark a blurred edge is at even steps outwards: the tail of a normal distribution. */
const FADING = [0.5, 0.34, 0.21, 0.115, 0.055, 0.02, 0];

/**
 * The visible part of a sheet's shadow, made of gradients: a blur would take half a second of processor
 * time, these a hundredth of that.
 */
export function SoftShadow({ id, x, y, width, height, reach, colour, opacity }: SoftShadowProps) {
  const stops = FADING.map((share, at) => (
    <stop
      key={share}
      offset={at / (FADING.length - 1)}
      stopColor={colour}
      stopOpacity={(share * opacity).toFixed(4)}
    />
  ));
  const [right, bottom] = [x + width, y + height];
  const edges = [
    { name: 'top', x, y: y - reach, width, height: reach, from: [0, 1], to: [0, 0] },
    { name: 'bottom', x, y: bottom, width, height: reach, from: [0, 0], to: [0, 1] },
    { name: 'left', x: x - reach, y, width: reach, height, from: [1, 0], to: [0, 0] },
    { name: 'right', x: right, y, width: reach, height, from: [0, 0], to: [1, 0] },
  ];
  const corners = [
    { name: 'top-left', x: x - reach, y: y - reach, middle: [1, 1] },
    { name: 'top-right', x: right, y: y - reach, middle: [0, 1] },
    { name: 'bottom-left', x: x - reach, y: bottom, middle: [1, 0] },
    { name: 'bottom-right', x: right, y: bottom, middle: [0, 0] },
  ];
  return (
    <>
      {edges.map(({ name, from, to, ...place }) => (
        <g key={name}>
          <linearGradient id={`${id}-${name}`} x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]}>
            {stops}
          </linearGradient>
          <rect {...place} fill={`url(#${id}-${name})`} />
        </g>
      ))}
      {corners.map(({ name, middle, ...place }) => (
        <g key={name}>
          <radialGradient id={`${id}-${name}`} cx={middle[0]} cy={middle[1]} r="1">
            {stops}
          </radialGradient>
          <rect {...place} width={reach} height={reach} fill={`url(#${id}-${name})`} />
        </g>
      ))}
    </>
  );
}
