import { expect, test } from 'bun:test'
import { labelOf } from '../../../src/panel/records/record-names.ts'
import { schema } from '../schema-of-service.ts'

const inPersian = { resources: schema.resources, label: ({ fa }: { fa: string }) => fa }
const inEnglish = { resources: schema.resources, label: ({ en }: { en: string }) => en }

test.each([
  ['by its name in each language', 'services', { label: 'خرید', label_en: 'Buying' }, ['خرید', 'Buying']],
  ['by the one name that it has', 'services', { label: 'خرید', label_en: null }, ['خرید', 'خرید']],
  ['by the label of a choice', 'heroes', { label: 'home', label_en: null }, ['خانه', 'Home']],
  ['by its kind without a name', 'gallery', { label: 'gallery 7' }, ['تصویر گالری ۷', 'Gallery image 7']],
  ['by an English name alone', 'gallery', { label: 'gallery 7', label_en: 'Port' }, ['Port', 'Port']],
  [
    'as the API does if its resource is hidden',
    'secrets',
    { label: 'secrets 7' },
    ['secrets 7', 'secrets 7'],
  ],
] as const)('a record is named %s', (_, resource, named, [persian, english]) => {
  const record = { resource, id: 7, label_en: null, ...named }
  expect([labelOf(record, inPersian), labelOf(record, inEnglish)]).toEqual([persian, english])
})
