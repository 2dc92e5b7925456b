import { timeline as table } from '../../platform/db/schema/sections.ts'
import { defineResource } from '../definition/define-resource.ts'
import * as field from '../definition/field-types.ts'

export const timeline = defineResource({
  name: 'timeline',
  table,
  labels: {
    one: ['رویداد', 'Milestone'],
    many: ['تاریخچهٔ شرکت', 'Timeline'],
    help: ['رویدادهای شرکت در صفحهٔ «دربارهٔ ما».', 'The history of the company, on the page “About”.'],
    shownAt: '/about',
  },
  group: 'company',
  listColumns: ['period', 'title'],
  ordered: true,
  input: {
    ...field.required('period', field.line(100)),
    ...field.required('title', field.line()),
    ...field.optional('description', field.text()),
    ...field.imageWithAlt(),
  },
})
