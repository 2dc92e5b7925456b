// Draws figures by size as curves on logarithmic axes, as an SVG.

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [760, 420, 70, 210, 20, 40]
const COLOURS = ['#2563eb', '#dc2626', '#16a34a', '#d97706', '#7c3aed', '#0891b2', '#be185d', '#65a30d']

type Curve = { name: string; label: string }

const CURVES: Curve[] = [
  { name: 'start_ms', label: 'start, ms' },
  { name: 'memory_mb', label: 'memory, MB' },
  { name: 'public_list_ms', label: 'public list, ms' },
  { name: 'admin_list_ms', label: 'admin list, ms' },
  { name: 'admin_search_ms', label: 'search in a list, ms' },
  { name: 'search_ms', label: 'public search, ms' },
  { name: 'sitemap_ms', label: 'first sitemap, ms' },
  { name: 'feed_ms', label: 'first feed, ms' },
]

/** `figures` has an object of figures for each of the sizes. */
export function drawCurves(sizes: readonly number[], figures: readonly Record<string, number>[]): string {
  const all = figures
    .flatMap((row) => CURVES.map(({ name }) => row[name] ?? Number.NaN))
    .filter((value) => value > 0)
  const lowest = 10 ** Math.floor(Math.log10(Math.min(...all)))
  const highest = 10 ** Math.ceil(Math.log10(Math.max(...all)))
  const share = (value: number, from: number, to: number) => Math.log(value / from) / Math.log(to / from)
  const x = (size: number) => round(LEFT + share(size, sizes[0]!, sizes.at(-1)!) * (WIDTH - LEFT - RIGHT))
  const y = (value: number) =>
    round(HEIGHT - BOTTOM - share(value, lowest, highest) * (HEIGHT - TOP - BOTTOM))
  const rows: number[] = []
  for (let value = lowest; value <= highest; value *= 10) rows.push(value)
  const grid = [
    ...rows.map(
      (value) =>
        `<path class="grid" d="M${LEFT} ${y(value)}H${WIDTH - RIGHT}"/><text x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end">${value.toLocaleString('en')}</text>`,
    ),
    ...sizes.map(
      (size) =>
        `<path class="grid" d="M${x(size)} ${TOP}V${HEIGHT - BOTTOM}"/><text x="${x(size)}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${size.toLocaleString('en')}</text>`,
    ),
  ]
  const ends = spread(CURVES.map(({ name }) => y(figures.at(-1)![name]!)))
  const curves = CURVES.map(({ name, label }, index) => {
    const points = figures.map((row, at) => `${x(sizes[at]!)},${y(row[name]!)}`).join(' ')
    const colour = COLOURS[index]
    const [from, to] = [
      `${WIDTH - RIGHT} ${y(figures.at(-1)![name]!)}`,
      `${WIDTH - RIGHT + 14} ${ends[index]}`,
    ]
    return `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"/><path d="M${from}L${to}" stroke="${colour}"/><text x="${WIDTH - RIGHT + 18}" y="${ends[index]! + 4}" fill="${colour}">${label}: ${figures.at(-1)![name]!.toLocaleString('en')}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#64748b">
<title>Figures by number of articles</title>
<style>.grid{stroke:#94a3b8;stroke-opacity:.4}</style>
${[...grid, ...curves].join('\n')}
</svg>
`
}

const LINE = 16

/** Moves labels apart that would cover each other. */
function spread(heights: readonly number[]): number[] {
  const order = heights.map((height, index) => ({ height, index })).sort((a, b) => a.height - b.height)
  const spaced: number[] = []
  let previous = Number.NEGATIVE_INFINITY
  for (const { height, index } of order) {
    previous = Math.max(height, previous + LINE)
    spaced[index] = previous
  }
  return spaced
}

const round = (value: number) => Math.round(value * 10) / 10
