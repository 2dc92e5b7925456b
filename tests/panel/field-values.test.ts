// The small conversions of fields: map links, tags, colours, and the order of entries.
import { describe, expect, test } from 'bun:test'
import { coordinatesIn, mapAddress } from '../../src/panel/record/fields/map-links.ts'
import { moveEntry, placeAt } from '../../src/panel/record/fields/move-entry.ts'
import { toLongHex } from '../../src/panel/record/fields/to-long-hex.ts'
import { splitTags } from '../../src/panel/records/split-tags.ts'

describe('coordinates are found in', () => {
  const place = { latitude: 35.757, longitude: 51.41 }
  const links = [
    mapAddress(35.757, 51.41),
    'https://www.openstreetmap.org/#map=16/35.757/51.41',
    'https://www.google.com/maps/place/Tehran/@35.757,51.41,15z',
    'https://www.google.com/maps?q=35.757,51.41',
    'https://maps.google.com/?ll=35.757%2C51.41',
    'https://balad.ir/location?latitude=35.757&longitude=51.41',
  ]
  for (const link of links) test(link, () => expect(coordinatesIn(link)).toEqual(place))

  test('the pin of a place counts, not the middle of the map', () => {
    expect(coordinatesIn('https://google.com/maps/place/X/@35.1,51.1,15z/data=!3d35.757!4d51.41')).toEqual(
      place,
    )
  })

  test('nothing else', () => {
    for (const link of ['', 'https://example.com', 'https://google.com/maps/@99.5,51.4', 'tel:35.757'])
      expect(coordinatesIn(link)).toBeNull()
  })
})

test('tags are separated by commas and semicolons of either script, and by lines', () => {
  expect(splitTags('پمپ، شیر؛ steel, iron;  two   words\n,')).toEqual([
    'پمپ',
    'شیر',
    'steel',
    'iron',
    'two words',
  ])
})

test('a short colour is written out for the picker of the browser', () => {
  expect(['#abc', '#0F4C5C', '#abcd', 'red', ''].map(toLongHex)).toEqual([
    '#aabbcc',
    '#0f4c5c',
    null,
    null,
    null,
  ])
})

describe('the order of entries', () => {
  test('an entry moves up and down', () => {
    expect(moveEntry(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
    expect(moveEntry(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
    expect(moveEntry(['a'], 5, 0)).toEqual(['a'])
  })

  test('a dragged entry takes the place among the others where the pointer is', () => {
    const middles = [10, 30, 50]
    expect([0, 20, 40, 60].map((y) => placeAt(middles, 0, y))).toEqual([0, 0, 1, 2])
    expect([0, 20, 40, 60].map((y) => placeAt(middles, 2, y))).toEqual([0, 1, 2, 2])
  })
})
