import { expect, test } from 'bun:test'
import { labelColumns } from '../../../src/content/definition/record-label.ts'
import { resources } from '../../../src/content/resources/resource-registry.ts'
import { labelOf, nameOf, namesToRequest, titleOf } from '../../../src/panel/records/record-names.ts'
import { resourceOf, schema } from '../schema-of-service.ts'

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

test('a record is called by its title, in the other language if there is none', () => {
  const [articles, persian, english] = [resourceOf('articles'), inPersian.label, inEnglish.label]
  const record = { title: 'پمپ', title_en: null }
  expect(titleOf(record, articles, english)).toBe('پمپ')
  expect(titleOf({ ...record, title_en: 'Pump' }, articles, english)).toBe('Pump')
  expect(titleOf({ title: '', title_en: 'Pump' }, articles, persian)).toBe('Pump')
  expect(titleOf({ page_key: 'home' }, resourceOf('heroes'), persian)).toBe('خانه')
  expect(titleOf({ image: '/media/a.jpg', title: 'کارگاه' }, resourceOf('gallery'), persian)).toBe('کارگاه')
  expect(titleOf({}, articles, persian)).toBeNull()
  expect(nameOf({ id: 7 }, articles, english)).toBe('Article 7')
})

test('the panel names records by the same field as the service', () => {
  for (const resource of resources.values())
    expect([resource.name, labelColumns(resource)]).toEqual([
      resource.name,
      namesToRequest(resourceOf(resource.name)),
    ])
})
