// The images of the demo site: drawn when the demo content is loaded and stored like any uploaded image.
import { eq } from 'drizzle-orm'
import { company } from '../content/demo/company.ts'
import { pathFromUrl } from '../content/images/media-url.ts'
import { media } from '../platform/db/schema/media.ts'
import type { MediaServices } from './media-context.ts'
import { drawJpeg } from './process-image.ts'
import { storeFile } from './store-file.ts'

type Colour = readonly [number, number, number]
type Scene = (x: number, y: number) => Colour

const SIZE = { width: 1_200, height: 800 }

const mix = (a: Colour, b: Colour, share: number): Colour => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
]
const isInside = (x: number, y: number, [left, top, right, bottom]: readonly number[]) =>
  x >= left! && x < right! && y >= top! && y < bottom!
/** Distance from a point in units of the image height. */
const distanceTo = (x: number, y: number, [cx, cy]: readonly [number, number]) =>
  Math.hypot((x - cx) * 1.5, y - cy)

const scenes: Record<string, Scene> = {
  'pumping-station': (x, y) => {
    const wall = mix([205, 217, 222], [150, 171, 181], y)
    if (y > 0.72) return mix([96, 108, 115], [60, 70, 77], (y - 0.72) / 0.28)
    const column = (x * 4) % 1
    const pump = distanceTo(column / 4, y, [0.125, 0.58])
    if (pump < 0.06) return [236, 179, 62]
    if (pump < 0.14) return mix([15, 76, 92], [32, 122, 143], 1 - pump / 0.14)
    return isInside(column, y, [0.44, 0.12, 0.56, 0.5]) ? [120, 138, 147] : wall
  },
  'solar-field': (x, y) => {
    if (y < 0.45)
      return distanceTo(x, y, [0.78, 0.2]) < 0.08
        ? [255, 233, 160]
        : mix([74, 144, 205], [198, 225, 242], y / 0.45)
    const depth = (y - 0.45) / 0.55
    const row = (1 / (depth + 0.12)) % 1
    const sand = mix([203, 174, 121], [166, 130, 79], depth)
    if (row > 0.62) return sand
    const cell = ((x - 0.5) / (depth + 0.25)) * 24
    return Math.abs(cell % 1) < 0.06 ? [150, 170, 190] : mix([24, 44, 92], [46, 84, 150], row)
  },
  'factory-inspection': (x, y) => {
    const distance = distanceTo(x, y, [0.46, 0.52])
    const angle = Math.atan2(y - 0.52, (x - 0.46) * 1.5)
    const radius = 0.3 + (Math.cos(angle * 16) > 0 ? 0.035 : 0)
    if (distance < 0.1) return [52, 60, 66]
    if (distance < radius)
      return mix([196, 202, 206], [118, 128, 135], (Math.sin(distance * 90) + 1) / 4 + y / 2)
    if (isInside(x, y, [0.1, 0.86, 0.9, 0.92]) || isInside(x, y, [0.72, 0.4, 0.75, 0.92]))
      return [214, 158, 46]
    return mix([233, 229, 220], [196, 190, 178], y)
  },
  'gearbox-loading': (x, y) => {
    if (y > 0.82) return [78, 82, 84]
    if (isInside(x, y, [0.14, 0.7, 0.86, 0.75])) return [158, 58, 44]
    if (y > 0.74 && [0.24, 0.36, 0.64, 0.76].some((wheel) => distanceTo(x, y, [wheel, 0.79]) < 0.05))
      return [36, 38, 40]
    if (isInside(x, y, [0.38, 0.46, 0.62, 0.7])) return mix([54, 108, 92], [34, 74, 64], (y - 0.46) / 0.24)
    const rope = Math.abs(x - 0.5) < 0.004 || Math.abs(Math.abs(x - 0.5) - (y - 0.26) * 0.55) < 0.004
    if (y < 0.46 && y > 0.26 && rope) return [40, 44, 46]
    if (isInside(x, y, [0.46, 0, 0.54, 0.26])) return [236, 179, 62]
    return mix([176, 203, 219], [232, 222, 205], y / 0.82)
  },
}

/** Stores the images of the demo content, except those whose path was ever used: an edited site keeps its own. */
export async function addDemoImages(services: MediaServices) {
  const ctx = { ...services, actor: { kind: 'system', name: 'demo' } as const }
  for (const { image, image_alt } of galleryRecords()) {
    const path = pathFromUrl(image)!
    const [, month, name] = /^(\d{4}\/\d{2})\/(.+)\.jpg$/.exec(path) ?? []
    const scene = name ? scenes[name] : undefined
    const [taken] = await services.database.query((tx) =>
      tx.select({ id: media.id }).from(media).where(eq(media.path, path)),
    )
    if (taken || !scene || !month || !name) continue
    await storeFile(ctx, { bytes: await drawJpeg(SIZE, scene), name, month, alt: image_alt, title: null })
  }
}

const galleryRecords = () =>
  company
    .filter(({ resource }) => resource === 'gallery')
    .flatMap(({ records }) => records as { image: string; image_alt: string }[])
