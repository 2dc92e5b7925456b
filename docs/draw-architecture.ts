// Draws docs/architecture.svg from the import statements of src: `bun run architecture`.
// tests/architecture.test.ts fails when the picture is out of date.
import { dirname, join } from 'node:path'

const root = join(import.meta.dir, '..')

/** The layers from the outermost to the innermost. */
const LAYERS = [
  { name: 'entry', parts: ['main.ts', 'commands', 'app.ts'] },
  { name: 'http', parts: ['http'] },
  { name: 'wiring', parts: ['deps.ts', 'moving'] },
  { name: 'domain', parts: ['website', 'media', 'messages', 'procurement', 'operations'] },
  { name: 'content', parts: ['content'] },
  { name: 'accounts', parts: ['accounts', 'mail'] },
  { name: 'platform', parts: ['platform'] },
  { name: 'text', parts: ['text'] },
  { name: 'stand-alone', parts: ['panel', 'client'] },
]

/** The box that a file belongs to: a file or folder directly in src. */
const partOf = (path: string) => path.split('/')[1]!

function layerOf(part: string) {
  const layer = LAYERS.find(({ parts }) => parts.includes(part))
  if (!layer) throw new Error(`src/${part} stands in no layer of docs/draw-architecture.ts`)
  return layer.name
}

/** The parts that each part of src imports from. */
async function readImports() {
  const imports = new Map<string, Set<string>>()
  for (const path of [...new Bun.Glob('src/**/*.{ts,tsx}').scanSync(root)].toSorted()) {
    const part = partOf(path)
    const targets = imports.get(part) ?? new Set<string>()
    imports.set(part, targets)
    const code = await Bun.file(join(root, path)).text()
    for (const [, target] of code.matchAll(/\b(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+\.tsx?)'/g))
      targets.add(partOf(join(dirname(path), target!)))
    targets.delete(part)
  }
  return imports
}

const [LEFT, RIGHT, LANES, LANE] = [136, 720, 744, 14]
const [BOX, GAP, PADDING] = [38, 10, 12]
const COLOURS = ['#4269d0', '#c2410c', '#15803d', '#7c3aed', '#b45309', '#0e7490', '#be185d', '#475569']

type Box = { part: string; x: number; y: number; width: number; note: string }
type Band = { name: string; top: number; height: number; boxes: Box[]; targets: string[] }

function layOut(imports: Map<string, Set<string>>): Band[] {
  let top = 16
  return LAYERS.map(({ name, parts: order }) => {
    const parts = [...imports.keys()].filter((part) => layerOf(part) === name)
    const sorted = parts.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
    let [x, y] = [LEFT, top + PADDING]
    const boxes = sorted.map((part): Box => {
      const siblings = [...imports.get(part)!].filter((target) => layerOf(target) === name).toSorted()
      const note = siblings.length > 0 ? `→ ${siblings.join(', ')}` : ''
      const width = Math.ceil(Math.max(part.length * 7.6, note.length * 5.6) + 20)
      if (x + width > RIGHT) [x, y] = [LEFT, y + BOX + GAP]
      const box = { part, x, y, width, note }
      x += width + GAP
      return box
    })
    const height = y + BOX + PADDING - top
    const reached = new Set(parts.flatMap((part) => [...imports.get(part)!].map(layerOf)))
    const targets = LAYERS.map((layer) => layer.name).filter((layer) => layer !== name && reached.has(layer))
    const band = { name, top, height, boxes, targets }
    top += height + GAP
    return band
  })
}

function drawBand({ name, top, height, boxes }: Band) {
  return [
    `<rect class="band" x="8" y="${top}" width="${RIGHT - 2}" height="${height}" rx="8"/>`,
    `<text class="layer" x="20" y="${top + height / 2 + 4}">${name}</text>`,
    ...boxes.flatMap(({ part, x, y, width, note }) => [
      `<rect class="box" x="${x}" y="${y}" width="${width}" height="${BOX}" rx="5"/>`,
      `<text x="${x + width / 2}" y="${y + (note ? 16 : 23)}" text-anchor="middle">${part}</text>`,
      ...(note
        ? [`<text class="note" x="${x + width / 2}" y="${y + 30}" text-anchor="middle">${note}</text>`]
        : []),
    ]),
  ]
}

/** One lane for each layer: from its dot down to an arrow into every layer that it imports from. */
function drawLane(bands: Band[], from: Band, index: number) {
  if (from.targets.length === 0) return []
  const [x, edge] = [LANES + index * LANE, RIGHT + 6]
  const heightIn = (band: Band) => band.top + 8 + index * ((band.height - 16) / (bands.length - 1))
  const start = heightIn(from)
  const ends = from.targets.map((name) => heightIn(bands.find((band) => band.name === name)!))
  const far = [start, ...ends]
  const lines = [
    `M${edge} ${start}H${x}`,
    `M${x} ${Math.min(...far)}V${Math.max(...far)}`,
    ...ends.map((y) => `M${x} ${y}H${edge + 7}`),
  ]
  const arrows = ends.map((y) => `M${edge} ${y}l8 -3.5v7z`)
  return [
    `<g stroke="${COLOURS[index]}" fill="${COLOURS[index]}">`,
    `<circle cx="${edge}" cy="${start}" r="3"/>`,
    `<path fill="none" d="${lines.join('')}"/>`,
    `<path stroke="none" d="${arrows.join('')}"/>`,
    '</g>',
  ]
}

/** The picture as SVG. */
export async function drawArchitecture(): Promise<string> {
  const bands = layOut(await readImports())
  const last = bands.at(-1)!
  const [width, height] = [LANES + bands.length * LANE + 4, last.top + last.height + 16]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Layers of src and the imports between them">`,
    '<style>text{font:13px ui-sans-serif,system-ui,sans-serif;fill:#1f2937}.layer{font-weight:600}.note{font-size:10px;fill:#6b7280}.band{fill:#f3f4f6;stroke:#d1d5db}.box{fill:#fff;stroke:#9ca3af}</style>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...bands.flatMap(drawBand),
    ...bands.flatMap((band, index) => drawLane(bands, band, index)),
    '</svg>',
    '',
  ].join('\n')
}

if (import.meta.main) await Bun.write(join(import.meta.dir, 'architecture.svg'), await drawArchitecture())
