import { expect, test } from 'bun:test'
import { Writable } from 'node:stream'
import { createProgress } from '../../../src/moving/wordpress/report/import-progress.ts'

test('a bar shows the rate and the time left of the current part', () => {
  let output = ''
  const out = new Writable({
    write(chunk, _, done) {
      output = String(chunk)
      done()
    },
  })
  let clock = 0
  const progress = createProgress({ out, isTTY: true, now: () => clock }, 2)
  const step = (seconds: number, kind = 'images') => {
    clock += seconds * 1_000
    progress.step(kind)
    return output.replace(/^[^█░]*[█░]+ /, '')
  }
  expect(step(1, 'pages')).toBe('1/2 pages')
  expect(step(1, 'pages')).toBe('2/2 pages · 1/s')
  progress.begin(1_000)
  expect(step(1)).toBe('1/1000 images')
  expect(step(1.5)).toBe('2/1000 images · 0.8/s · 20 min 48 s left')
  clock = 2_000
  progress.begin(30)
  for (let index = 0; index < 9; index++) step(0.5)
  expect(step(0.5)).toBe('10/30 images · 2/s · 10 s left')
  progress.begin(100_000)
  expect(step(2)).toBe('1/100000 images · 0.5/s · 55 h 33 min left')
})
