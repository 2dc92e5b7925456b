import { expect, test } from 'bun:test'
import { toggled, withRange } from '../../../src/panel/lists/row-selection.ts'

const IDS = [11, 12, 13, 14, 15]

test('a record is selected and taken out of the selection again', () => {
  const selected = toggled(new Set([11]), 13)
  expect([...selected]).toEqual([11, 13])
  expect([...toggled(selected, 11)]).toEqual([13])
})

test('a range selects all records between two, in either direction, and keeps the others', () => {
  expect([...withRange(new Set([11]), IDS, { from: 12, to: 14 })]).toEqual([11, 12, 13, 14])
  expect([...withRange(new Set(), IDS, { from: 15, to: 13 })]).toEqual([13, 14, 15])
})

test('a range from a record that another page shows is the record itself', () => {
  expect([...withRange(new Set(), IDS, { from: 99, to: 12 })]).toEqual([12])
})
