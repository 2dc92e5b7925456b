// The client's image addresses are those that the service's own pages use.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { findImage, imageSize, imageUrl, imageWidths, srcset } from '../../src/client/index.ts'
import { stampOf } from '../../src/content/images/focal-point.ts'
import type { ImageEdit } from '../../src/content/images/image-edit.ts'
import { RATIOS, variantSize, variantUrl, WIDTHS } from '../../src/content/images/image-variants.ts'
import { Placeholders } from '../../src/website/view/placeholders.ts'
import { variantsOf } from '../../src/website/view/responsive-image.ts'

const imageOf = (width: number, height: number, focal = { x: 0.5, y: 0.5 }, edit?: ImageEdit) => ({
  url: '/media/2026/05/a.jpg',
  width,
  height,
  focal,
  v: stampOf(focal, edit),
  placeholder: null,
  alt: null,
  alt_en: null,
  title: null,
})

test('the widths are those of the service', () => expect<readonly number[]>(imageWidths).toEqual(WIDTHS))

test('size, srcset and addresses equal those of the pages, for all sizes and focal points', () => {
  const side = fc.integer({ min: 1, max: 2_560 })
  const share = fc.integer({ min: 0, max: 1_000 }).map((number) => number / 1_000)
  const ratios = fc.constantFrom(undefined, ...RATIOS)
  const edits = fc.constantFrom<(ImageEdit | undefined)[]>(
    undefined,
    { rotation: 0, crop: null },
    { rotation: 90, crop: null },
    { rotation: 0, crop: { x: 0.1, y: 0, width: 0.5, height: 1 } },
  )
  fc.assert(
    fc.property(side, side, share, share, ratios, edits, (width, height, x, y, ratio, edit) => {
      const image = imageOf(width, height, { x, y }, edit)
      const page = {
        bases: { url: '', mediaBase: '' },
        findImage: () => image,
        placeholders: new Placeholders(),
      }
      const shown = variantsOf(page, image, { url: image.url, ratio: ratio ?? null })
      expect(srcset(image, { ...(ratio && { ratio }) })).toBe(shown.srcset)
      expect(imageSize(image, ratio)).toEqual(variantSize(image, { width: 2_560, ratio: ratio ?? null }))
      expect(imageUrl(image, { width: 1_000, ...(ratio && { ratio }), format: 'webp' })).toBe(
        variantUrl(image.url, image.v, { width: 1_280, ratio: ratio ?? null, format: 'webp' }),
      )
    }),
  )
})

describe('imageUrl', () => {
  test.each([
    [1, 160],
    [160, 160],
    [161, 320],
    [2_560, 2_560],
    [9_999, 2_560],
  ])('of %i pixels asks for %i', (width, expected) => {
    expect(imageUrl(imageOf(3_000, 2_000), { width, base: 'https://cdn.example.com' })).toBe(
      `https://cdn.example.com/media/2026/05/a.jpg?w=${expected}&f=auto`,
    )
  })
})

test('findImage finds images by their URL in the answer', () => {
  const { url, ...image } = imageOf(3, 2)
  const images = { [url]: image }
  expect(findImage({ images }, url)).toEqual({ url, ...image })
  expect(findImage({ images }, `${url}?w=640`)?.url).toBe(url)
  for (const unknown of [null, undefined, '', '/media/2026/05/b.jpg'])
    expect(findImage({ images }, unknown)).toBeNull()
})
