import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { ROTATIONS, shownFocal } from '../../../src/content/images/image-edit.ts'
import {
  asCrop,
  HANDLES,
  type Handle,
  moveHandle,
  turned,
  turnPoint,
  turnPointBack,
  WHOLE,
} from '../../../src/panel/media/picture-edit.ts'

const thousandths = fc.integer({ min: 0, max: 1_000 }).map((number) => number / 1_000)
const rotations = fc.constantFrom(...ROTATIONS)
const point = fc.record({ x: thousandths, y: thousandths })

test('a point lies in the turned picture where the service sees it, and turns back', () => {
  fc.assert(
    fc.property(point, rotations, (original, rotation) => {
      const { x, y } = turnPoint(original, rotation)
      const shown = shownFocal(original, { rotation, crop: null })
      expect([x, y]).toEqual([expect.closeTo(shown.x, 6), expect.closeTo(shown.y, 6)])
      const back = turnPointBack({ x, y }, rotation)
      expect([back.x, back.y]).toEqual([expect.closeTo(original.x, 6), expect.closeTo(original.y, 6)])
    }),
  )
})

test('a crop keeps its content while the picture is turned, and is the same after four turns', () => {
  const crop = { x: 0.1, y: 0.2, width: 0.5, height: 0.3 }
  const once = turned({ rotation: 0, crop }, true)
  expect(once).toEqual({ rotation: 90, crop: { x: 0.5, y: 0.1, width: 0.3, height: 0.5 } })
  expect(turned(once, false)).toEqual({ rotation: 0, crop })
  expect(turned(turned(turned(once, true), true), true)).toEqual({ rotation: 0, crop })
})

describe('a handle', () => {
  test('moves its sides only', () => {
    const by = { x: 0.1, y: 0.2 }
    expect(moveHandle(WHOLE, 'top_left', by)).toEqual({ x: 0.1, y: 0.2, width: 0.9, height: 0.8 })
    expect(moveHandle(WHOLE, 'bottom_right', { x: -0.1, y: -0.2 })).toEqual({
      ...{ x: 0, y: 0 },
      ...{ width: 0.9, height: 0.8 },
    })
    const inner = { x: 0.1, y: 0.1, width: 0.5, height: 0.5 }
    expect(moveHandle(inner, 'whole', by)).toEqual({ ...inner, x: 0.2, y: 0.3 })
  })

  test('leaves a rectangle that the service takes, however far it is moved', () => {
    const distance = fc.double({ min: -2, max: 2, noNaN: true })
    const moves = fc.array(
      fc.tuple(fc.constantFrom(...(Object.keys(HANDLES) as Handle[])), distance, distance),
    )
    fc.assert(
      fc.property(moves, (steps) => {
        const { x, y, width, height } = steps.reduce(
          (rectangle, [handle, dx, dy]) => moveHandle(rectangle, handle, { x: dx, y: dy }),
          WHOLE,
        )
        expect(Math.min(x, y, width - 0.049, height - 0.049)).toBeGreaterThanOrEqual(0)
        expect(Math.max(x + width, y + height)).toBeLessThan(1.000_5)
      }),
    )
  })
})

test('a rectangle around all of the picture is no crop', () => {
  expect([asCrop(WHOLE), asCrop({ ...WHOLE, x: 0.1, width: 0.9 })]).toEqual([
    null,
    { x: 0.1, y: 0, width: 0.9, height: 1 },
  ])
})
