import { gallery as table } from '../../platform/db/schema/sections.ts'
import { defineResource } from '../definition/define-resource.ts'
import * as field from '../definition/field-types.ts'

export const gallery = defineResource({
  name: 'gallery',
  table,
  labels: {
    one: ['تصویر گالری', 'Gallery image'],
    many: ['گالری', 'Gallery'],
    help: ['تصویرهای صفحهٔ گالری.', 'The pictures of the gallery page.'],
    shownAt: '/gallery',
  },
  group: 'content',
  listColumns: ['image', 'title', 'category'],
  ordered: true,
  input: {
    ...field.imageWithAlt(),
    image: field.image().min(1),
    ...field.optional('title', field.line()),
    ...field.optional('caption', field.text(1_000)),
    ...field.optional('category', field.line()),
  },
})
