// Finding icons by name.
import { expect, test } from 'bun:test'
import set from '@iconify-json/lucide/icons.json'
import { type IconSet, iconsNamed, shapesOf } from '../../../../src/panel/record/fields/lucide-icons.ts'

const icons = set as IconSet

test('an icon has shapes, by its old name too; other names have none', () => {
  expect(shapesOf(icons, 'truck')).toStartWith('<g fill="none" stroke="currentColor"')
  const [old, { parent }] = Object.entries(icons.aliases)[0]!
  expect(shapesOf(icons, old)).toBe(shapesOf(icons, parent))
  for (const name of ['', 'trucks', 'toString', '__proto__']) expect(shapesOf(icons, name)).toBeNull()
})

test('a search finds names with all words, the exact one first, then those that begin with the first word', () => {
  expect(iconsNamed(icons, 'truck')[0]).toBe('truck')
  expect(iconsNamed(icons, ' Package  search ')[0]).toBe('package-search')
  const found = iconsNamed(icons, 'check')
  const begins = found.map((name) => name.startsWith('check'))
  expect(begins).toEqual(begins.toSorted((a, b) => Number(b) - Number(a)))
  expect(found.length).toBeWithin(50, 121)
  expect(found).toContain('circle-check')
  expect(iconsNamed(icons, 'pump of gold')).toEqual([])
})

test('without words there are some icons to choose from', () => {
  expect(iconsNamed(icons, '')).toHaveLength(120)
})
