// Figures over the squares of a board, for Teaching: none of them is told by its colour alone.

/** A ring with gaps round a stone in atari, a line round a stone of the chain, a dot on a liberty, a cross on a forbidden point. */
const FIGURES = {
  chain: (x, y) => <circle class="chain" cx={x} cy={y} r=".46" />,
  atari: (x, y) => <><circle class="atari-back" cx={x} cy={y} r=".41" /><circle class="atari" cx={x} cy={y} r=".41" /></>,
  free: (x, y) => <circle class="free" cx={x} cy={y} r=".17" />,
  forbidden: (x, y) => <path class="forbidden" d={`M${x - 0.25} ${y - 0.25}l.5 .5m0 -.5l-.5 .5`} />,
};

/** `figures` are lists of squares by the name of a figure; `square` and `edge` are pixels. */
export function Overlay({ figures, size, square, edge }) {
  const side = size * square;
  return (
    <svg class="overlay" viewBox={`0 0 ${size} ${size}`} width={side} height={side} style={{ left: edge, top: edge }} aria-hidden="true">
      {Object.entries(FIGURES).map(([name, draw]) => figures[name]?.map((at) => (
        <g key={`${name} ${at}`} data-figure={name} data-x={at % size} data-y={Math.floor(at / size)}>{draw(at % size + 0.5, Math.floor(at / size) + 0.5)}</g>)))}
    </svg>
  );
}
